# SPDX-License-Identifier: Apache-2.0
"""Full disks: of the originals, of nginx's bodies, of the database. Uses real ones: small file systems in memory,
which only root may mount. run_with_stack.py sets ASSAY_MIN_FREE_BYTES."""
import contextlib
import os
import secrets
import subprocess
import unittest

import pack_files
import samples
from client import assert_error
from stack import wait_until
from world import world

MIB = 1 << 20
FLOOR = 16 * MIB  # as in CMakeLists.txt
RESERVED = FLOOR // 8


@contextlib.contextmanager
def small_disk(path, size, **options):
    """Mounts a file system of that size over a folder, with the folder's owner and mode, until the end."""
    was = os.stat(path)
    given = {"size": size, "uid": was.st_uid, "gid": was.st_gid, "mode": oct(was.st_mode & 0o7777)[2:], **options}
    words = ",".join(f"{name}={value}" for name, value in given.items())
    subprocess.run(["mount", "-t", "tmpfs", "-o", words, "tmpfs", path], check=True)
    try:
        yield
    finally:
        subprocess.run(["umount", "--lazy", path], check=True)


def free(path):
    disk = os.statvfs(path)
    return disk.f_bavail * disk.f_frsize


@contextlib.contextmanager
def filled(path, leave=0):
    """Fills the disk of a folder, except for that many bytes."""
    name = os.path.join(path, "filler")
    with open(name, "wb") as file:
        os.posix_fallocate(file.fileno(), 0, max(1, free(path) - leave))
    try:
        yield
    finally:
        os.remove(name)


def assert_full(answer):
    details = assert_error(answer, 507, "INSUFFICIENT_STORAGE")
    assert answer.headers["retry-after"] == str(details["retryAfterSeconds"]), f"{answer.headers}"


def stored():
    """The stored documents, packs, corpora, exports and files."""
    rows = world().stack.sql("SELECT (SELECT count(*) FROM document), (SELECT count(*) FROM pack),"
                             " (SELECT count(*) FROM corpus), (SELECT count(*) FROM export)")
    return rows, [path for path in world().stack.blobs() if path != "filler"]


@unittest.skipUnless(os.geteuid() == 0, "only root may mount a small file system to fill")
class FullDisk(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.member, cls.admin = world().client("MEMBER"), world().client("ADMIN")
        cls.blobs = world().stack.path("data", "blobs")

    def storage(self):
        answer = world().anonymous().get("/api/health/ready")
        self.assertEqual(answer.status, 200, str(answer))
        return answer.json()["checks"]["storage"]

    def test_originals(self):
        with small_disk(self.blobs, 64 * MIB, nr_inodes=400):
            was = os.stat(self.blobs)
            os.mkdir(self.blobs + "/tmp")
            os.chown(self.blobs + "/tmp", was.st_uid, was.st_gid)
            os.chmod(self.blobs + "/tmp", was.st_mode & 0o7777)
            kept = self.member.add_ready("kept.md", samples.markdown("kept before the disk was full"))
            run = self.member.completed_run(documentIds=[kept["id"]], requirementIds=["1.1"])
            world().settle()
            self.assertEqual(self.storage(), "ok")
            with filled(self.blobs, FLOOR - MIB):
                self.assertEqual(self.storage(), "low")
                self.member.add("taken.txt", samples.text("little room is no reason to refuse"))
                world().settle()
            before = stored()
            with filled(self.blobs, RESERVED - 4096):
                self.assertEqual(self.storage(), "low")
                assert_full(self.member.upload("refused.txt", samples.text("refused")))
                assert_full(self.admin.upload("p.json", pack_files.as_native("Refused"), path="/api/admin/packs/import"))
                assert_full(self.admin.upload("act.txt", samples.text("act"), path="/api/admin/corpora",
                                              fields={"title": "Refused"}))
                assert_full(self.member.post(f"/api/runs/{run['id']}/exports", {"format": "csv"}))
                self.assertEqual(self.member.get(f"/api/documents/{kept['id']}/content").status, 200)
                self.assertEqual(stored(), before)
            self.assertEqual(self.storage(), "ok")
            self.assertEqual(self.member.upload("refused.txt", samples.text("refused")).status, 201)
            self.check_without_inodes()
            self.check_unpacking()

    def check_without_inodes(self):
        """Space for bytes, but for no new file, which no check anticipates."""
        before = stored()
        names = []
        try:
            for number in range(1000):
                names.append(f"{self.blobs}/{number}")
                with open(names[-1], "xb"):
                    pass
        except OSError:
            names.pop()
            assert_full(self.member.upload("no-inode.txt", samples.text("no inode")))
        else:
            self.fail("the file system takes more files than it was made for")
        finally:
            for name in names:
                os.remove(name)
        self.assertEqual(stored(), before)

    def check_unpacking(self):
        """A worker waits for space, and leaves no partial archive."""
        data = samples.archive([("zeros.bin", bytes(12 * MIB)), ("note.txt", samples.text("beside the zeros"))])
        with filled(self.blobs, RESERVED + 4 * MIB):
            archive = self.member.add("large.zip", data)
            log = world().stack.path("log", "pipeline.log")
            wait_until(lambda: "No space left" in open(log, encoding="utf-8").read(), 30, "a full disk met")
            status = self.member.value(f"/api/documents/{archive['id']}")
            self.assertEqual((status["status"], status["childCount"]), ("UPLOADED", 0))
        self.assertEqual(self.member.wait_ready(archive["id"])["childCount"], 2)
        wait_until(lambda: not [p for p in world().stack.blobs() if p.startswith("tmp/")], 30, "no file left in tmp/")

    def test_bodies_of_nginx(self):
        folder = world().stack.path("tmp", "nginx", "body")
        data = samples.text("a body that does not fit") + bytes(3 * MIB)
        with small_disk(folder, MIB):
            assert_full(self.member.upload("large.bin", data))
            self.member.add("small.txt", samples.text("one that needs no file"))
        self.assertEqual(self.member.upload("large.bin", data).status, 201)

    def test_database(self):
        folder = f"/var/lib/postgresql/assay-disk-{secrets.token_hex(6)}"
        os.mkdir(folder)
        try:
            subprocess.run(["chown", "postgres:", folder], check=True)
            with small_disk(folder, 8 * MIB), self.documents_in(folder):
                before = len(stored()[1])
                with world().stack.pipeline_paused(), filled(folder):
                    added, answer = 0, None
                    while added < 300:
                        answer = self.member.upload(f"{added}.txt", secrets.token_bytes(20).hex().encode())
                        if answer.status != 201:
                            break
                        added += 1
                    assert_full(answer)
                    self.assertEqual(self.member.get("/api/documents").status, 200)
                    self.assertEqual(len(stored()[1]), before + added, "no file without its document")
                self.assertEqual(self.member.upload("after.txt", secrets.token_bytes(20).hex().encode()).status, 201)
                live = "SELECT 1 FROM work_item WHERE kind = 'document' AND state IN ('ready', 'running') LIMIT 1"
                wait_until(lambda: not world().stack.sql(live), 60, "the documents read")
        finally:
            os.rmdir(folder)

    @contextlib.contextmanager
    def documents_in(self, folder):
        """Puts the table of documents on the disk of that folder."""
        self.superuser(f"CREATE TABLESPACE small LOCATION '{folder}/pg'", folder)
        self.superuser("ALTER TABLE document SET TABLESPACE small")
        try:
            yield
        finally:
            self.superuser("ALTER TABLE document SET TABLESPACE pg_default")
            self.superuser("DROP TABLESPACE small")

    def superuser(self, statement, make_in=None):
        if make_in:
            subprocess.run(["install", "-d", "-o", "postgres", "-m", "700", make_in + "/pg"], check=True)
        socket = os.path.join(os.path.realpath(world().stack.path("run")), "pg")
        subprocess.run(["runuser", "-u", "postgres", "--", "psql", "-X", "-q", "-v", "ON_ERROR_STOP=1", "-h", socket,
                        "-p", "5432", "-U", "postgres", "-d", "assay", "-c", statement], check=True, cwd="/")
