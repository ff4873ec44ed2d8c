"""A small server for practice, without a Spark: llama.cpp on the processor, `python -m spark_tui.practice MODEL PORT`.

It needs the extra `practice`. What it serves is real, and far too small to be useful.
"""

import signal
import sys
import threading

NAME = "practice-smollm2"
"""The name under which its API knows the model: nobody shall take it for a recipe's."""
_WINDOW = 2048


def main(model: str, port: int) -> None:
    """Serve a GGUF file on the loopback until the process is told to end."""
    import xllamacpp

    settings = xllamacpp.CommonParams()
    settings.model.path = model
    settings.model_alias = type(settings.model_alias)([NAME])
    settings.hostnames = ["127.0.0.1"]
    settings.port = port
    settings.n_ctx = _WINDOW
    settings.n_parallel = 1
    settings.endpoint_metrics = True
    server = xllamacpp.Server(settings)
    print(f"{NAME} at {server.listening_address}: practice only, a model of 135 million parameters", flush=True)
    over = threading.Event()
    for number in (signal.SIGTERM, signal.SIGINT):
        signal.signal(number, lambda *_: over.set())
    over.wait()


if __name__ == "__main__":
    main(sys.argv[1], int(sys.argv[2]))
