"""Starting a setup on the owner's boxes: boxes, preflight, plan, routes, jobs, probe."""
