#!/bin/bash
# Boots one box. This is process 1 of fresh network, mount, uts, ipc and pid namespaces, which `boxes.py` made.
# usage: boxes.sh NAME FOLDER CACHE    FOLDER holds the keys, known_hosts and hosts of the session
# The root of a box is an overlay over this machine's own: programs are there, and what is written vanishes with it.
set -euo pipefail
name=$1 folder=$2 cache=$3 user=spark
place=$folder/$name

mount --make-rprivate /
mkdir -p "$place"
mount -t tmpfs -o size=2g,mode=755 tmpfs "$place"
mkdir "$place/upper" "$place/work" "$place/root"
mount -t overlay overlay -o "lowerdir=/,upperdir=$place/upper,workdir=$place/work" "$place/root"
root=$place/root

mount --rbind /dev "$root/dev"
mount -t tmpfs -o mode=1777 tmpfs "$root/dev/shm" # Shared, it would make engines believe that boxes are one machine.
mount -t tmpfs -o mode=1777 tmpfs "$root/tmp"
mount -t tmpfs -o mode=755 tmpfs "$root/run"
mount -t proc proc "$root/proc"
mount -t sysfs sysfs "$root/sys"
mkdir -p "$root/opt/spark-tui-tests" "$root/run/sshd"
mount --bind "$cache" "$root/opt/spark-tui-tests"
mount -o remount,bind,ro "$root/opt/spark-tui-tests"

hostname "$name"
echo "$name" > "$root/etc/hostname"
echo "$folder/$name" | md5sum | cut -c 1-32 > "$root/etc/machine-id"
cp "$folder/hosts" "$root/etc/hosts"

# With a password of `*` nobody logs in by one, and sshd does not take the account for a locked one.
chroot "$root" useradd -m -p '*' -s /bin/bash "$user"
home=$root/home/$user
mkdir -p "$home/.ssh"
cat "$folder/id.pub" "$folder/locked.pub" > "$home/.ssh/authorized_keys"
cp "$folder/id" "$home/.ssh/id_ed25519"
cp "$folder/known_hosts" "$home/.ssh/known_hosts"
chmod 700 "$home/.ssh"
chmod 600 "$home/.ssh"/*
chroot "$root" chown -R "$user:$user" "/home/$user"

install -m 600 "$folder/$name.key" "$root/etc/ssh/box_key"
cat > "$root/etc/ssh/box_config" <<'SSHD'
HostKey /etc/ssh/box_key
PasswordAuthentication no
KbdInteractiveAuthentication no
UsePAM no
UseDNS no
PrintMotd no
AcceptEnv LANG LC_*
MaxStartups 100:30:200
MaxSessions 50
PidFile none
Subsystem sftp /usr/lib/openssh/sftp-server
SSHD

# pivot_root rather than chroot: who enters these namespaces later must land in the box's own root.
cd "$root"
mkdir .old
pivot_root . .old
cd /
exec sh -c 'umount -l /.old && rmdir /.old && exec /usr/sbin/sshd -D -e -f /etc/ssh/box_config'
