#!/bin/bash
# SPDX-License-Identifier: Apache-2.0
# boot.sh FOLDER CGROUP HIDDEN: starts systemd as the first process of a copy of this machine's root, in namespaces of its
# own. What it writes stays in memory and ends with it. The folder HIDDEN (the checkout) is empty there, and so are
# this machine's database clusters and the users of Assay.
set -euo pipefail
folder=$1 cgroup=$2 hidden=$3

if [[ -z ${ASSAY_TEST_INSIDE-} ]]; then
  echo $$ >"$cgroup/cgroup.procs" # the top of the cgroups that it sees
  ASSAY_TEST_INSIDE=1 exec unshare --mount --net --uts --ipc --cgroup --pid --fork --kill-child "$0" "$@"
fi

mount --make-rprivate /
mount -t tmpfs -o size=4g,mode=0755 tmpfs "$folder"
mkdir "$folder"/{upper,work,root}
mount -t overlay overlay -o "lowerdir=/,upperdir=$folder/upper,workdir=$folder/work" "$folder/root"
cd "$folder/root"
for path in run dev; do mount -t tmpfs -o mode=0755 tmpfs $path; done
for path in tmp var/tmp etc/postgresql var/lib/postgresql var/log var/lib/assay; do
  [[ ! -d $path ]] || mount -t tmpfs -o mode="$(stat -c %a $path)" tmpfs $path
done
[[ ! -d ./$hidden ]] || mount -t tmpfs tmpfs "./$hidden"
chown postgres:postgres etc/postgresql var/lib/postgresql
install -d -o root -g adm -m 0755 var/log/nginx
install -d -o root -g postgres -m 1775 var/log/postgresql
for name in null zero full random urandom tty; do
  : >dev/$name
  mount --bind /dev/$name dev/$name
done
mkdir dev/pts dev/shm
mount -t devpts -o newinstance,ptmxmode=0666,mode=0620 devpts dev/pts
mount -t tmpfs -o mode=1777 tmpfs dev/shm
ln -s pts/ptmx dev/ptmx
ln -s /proc/self/fd dev/fd
mount -t proc proc proc
mount -t sysfs -o ro sysfs sys
mountpoint -q sys/fs/cgroup || mount -t tmpfs tmpfs sys/fs/cgroup 2>/dev/null || true
mount -t cgroup2 cgroup2 sys/fs/cgroup
printf '%032x\n' $RANDOM$RANDOM >etc/machine-id
rm -f usr/sbin/policy-rc.d
for name in assay-api assay-pipeline assay-owner; do
  ! chroot . getent passwd $name >/dev/null || chroot . userdel $name 2>/dev/null
done
for name in assay assay-store; do
  ! chroot . getent group $name >/dev/null || chroot . groupdel $name
done
# Not by chroot: a process in one cannot make a user namespace, which PrivateUsers= needs.
pivot_root . mnt
cd /
umount -l mnt
exec /usr/bin/env -i container=test PATH=/usr/sbin:/usr/bin /lib/systemd/systemd --unit=basic.target
