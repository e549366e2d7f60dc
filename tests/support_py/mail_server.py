# SPDX-License-Identifier: Apache-2.0
"""A mail server on loopback (RFC 5321, with STARTTLS and AUTH PLAIN), which keeps what it is sent and answers as a test
wants."""
import base64
import contextlib
import email
import email.policy
import socketserver
import ssl
import subprocess
import tempfile
import threading
import time

from stack import wait_until

USER, PASSWORD = "assay", "correct horse battery"


class Mail:
    """One message that was taken: its envelope, its bytes as sent, and the message in them."""

    def __init__(self, sender, recipients, raw, secure, signed_in):
        self.sender, self.recipients, self.raw, self.at = sender, recipients, raw, time.time()
        self.secure, self.signed_in = secure, signed_in
        self.message = email.message_from_bytes(raw, policy=email.policy.default)
        self.id, self.subject = self.message["Message-ID"], self.message["Subject"]

    def text(self, kind="plain"):
        return self.message.get_body((kind,)).get_content().replace("\r\n", "\n")


class Dialogue(socketserver.StreamRequestHandler):
    """One connection."""

    def handle(self):
        self.secure, self.signed_in = self.server.mail.implicit, None
        with contextlib.suppress(OSError, ValueError), contextlib.ExitStack() as stack:
            stack.callback(lambda: self.connection.close())
            if self.secure:
                self.encrypt()
            self.say(220, "mail.example ready")
            self.forget()
            while line := self.rfile.readline(2000):
                if not self.obey(line.decode("utf-8", "replace").rstrip("\r\n")):
                    break

    def encrypt(self):
        self.connection = self.server.mail.tls.wrap_socket(self.connection, server_side=True)
        self.rfile, self.wfile = self.connection.makefile("rb"), self.connection.makefile("wb", 0)

    def say(self, code, *lines):
        for line in lines[:-1]:
            self.wfile.write(f"{code}-{line}\r\n".encode())
        self.wfile.write(f"{code} {lines[-1]}\r\n".encode())

    def forget(self):
        self.sender, self.recipients = None, []

    def obey(self, line):
        mail, (verb, _, rest) = self.server.mail, line.partition(" ")
        verb = verb.upper()
        mail.commands.append(verb)
        planned = mail.planned(verb)
        if planned:
            self.say(*planned)
            return planned[0] != 421
        if verb == "EHLO":
            offers = ["mail.example"] + (["STARTTLS"] if mail.offers_tls and not self.secure else [])
            self.say(250, *offers, *(["AUTH PLAIN"] if self.secure else []), "8BITMIME")
        elif verb == "STARTTLS":
            self.say(220, "go ahead")
            self.encrypt()
            self.secure = True
        elif verb == "AUTH":
            return self.sign_in(rest)
        elif verb == "MAIL" and mail.wants_sign_in and not self.signed_in:
            self.say(530, "5.7.0 Sign in first")
        elif verb == "MAIL":
            self.sender = rest[rest.index("<") + 1:rest.index(">")]
            self.say(250, "ok")
        elif verb == "RCPT":
            self.recipients.append(rest[rest.index("<") + 1:rest.index(">")])
            self.say(250, "ok")
        elif verb == "DATA":
            self.say(354, "end with a dot")
            return self.take()
        elif verb in ("NOOP", "RSET"):
            self.forget()
            self.say(250, "ok")
        elif verb == "QUIT":
            self.say(221, "bye")
            return False
        else:
            self.say(502, "5.5.1 not here")
        return True

    def sign_in(self, rest):
        method, _, given = rest.partition(" ")
        if not given:
            self.say(334, "")
            given = self.rfile.readline(2000).decode().strip()
        _, user, password = base64.b64decode(given).decode().split("\0")
        right = method == "PLAIN" and (user, password) == (USER, PASSWORD)
        self.signed_in = user if right else None
        self.say(235, "2.7.0 welcome") if right else self.say(535, "5.7.8 Who are you?")
        return True

    def take(self):
        lines = []
        while (line := self.rfile.readline(2000)) != b".\r\n":
            if not line.endswith(b"\r\n"):
                return False  # cut off, or a line that is too long
            lines.append(line[1:] if line.startswith(b".") else line)
        mail = self.server.mail
        planned = mail.planned("END")
        if planned and planned[0] != 250:
            self.say(*planned)
            return True
        with mail.lock:
            mail.taken.append(Mail(self.sender, self.recipients, b"".join(lines), self.secure, self.signed_in))
        self.forget()
        mail.open_to.wait(60)
        self.say(250, "2.0.0 queued")
        return True


class Server(socketserver.ThreadingTCPServer):
    daemon_threads = allow_reuse_address = True
    request_queue_size = 64


class MailServer:
    """Settings: what the stack under test needs to send to it. implicit: TLS from the beginning (smtps)."""

    def __init__(self, implicit=False):
        self.implicit, self.offers_tls, self.wants_sign_in = implicit, True, True
        self.taken, self.commands, self.plans, self.usual = [], [], [], {}
        self.lock, self.open_to = threading.Lock(), threading.Event()
        self.open_to.set()
        self.folder = tempfile.TemporaryDirectory(prefix="assay-mail-")
        self.certificate = f"{self.folder.name}/certificate.pem"
        key = f"{self.folder.name}/key.pem"
        subprocess.run(["openssl", "req", "-x509", "-newkey", "rsa:2048", "-nodes", "-days", "2", "-subj", "/CN=localhost",
                        "-addext", "subjectAltName=DNS:localhost", "-keyout", key, "-out", self.certificate],
                       check=True, capture_output=True)
        subprocess.run(["chmod", "755", self.folder.name], check=True)
        self.password_file = f"{self.folder.name}/password"
        with open(self.password_file, "w", encoding="utf-8") as file:
            file.write(PASSWORD + "\n")
        self.tls = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
        self.tls.load_cert_chain(self.certificate, key)
        self.server = Server(("127.0.0.1", 0), Dialogue)
        self.server.mail = self
        self.port = self.server.server_address[1]
        threading.Thread(target=self.server.serve_forever, args=(0.05,), daemon=True).start()

    @property
    def settings(self):
        return {"ASSAY_SMTP_URL": f"smtp{'s' if self.implicit else ''}://localhost:{self.port}",
                "ASSAY_SMTP_FROM": "Assay <assay@mail.example>", "ASSAY_SMTP_USER": USER,
                "ASSAY_SMTP_PASSWORD_FILE": self.password_file, "ASSAY_SMTP_CA_FILE": self.certificate,
                "ASSAY_SMTP_TIMEOUT_S": "3", "ASSAY_PUBLIC_URL": "https://assay.example"}

    def answer(self, verb, code, *lines):
        """What the next such command that has no answer yet is answered with. END is the dot after a message."""
        self.plans.append((verb, (code, *lines)))

    def planned(self, verb):
        with self.lock:
            for number, (wanted, answer) in enumerate(self.plans):
                if wanted == verb:
                    return self.plans.pop(number)[1]
        return self.usual.get(verb)

    def hold(self):
        """Messages are taken in but not acknowledged until release()."""
        self.open_to.clear()

    def release(self):
        self.open_to.set()

    def to(self, address):
        return [mail for mail in list(self.taken) if address in mail.recipients]

    def wait(self, address, count=1, seconds=30):
        """The messages to that address, once there are so many."""
        def enough():
            got = self.to(address)
            return got if len(got) >= count else None
        return wait_until(enough, seconds, f"{count} messages to {address}, got {[m.subject for m in self.to(address)]}")

    def close(self):
        self.release()
        self.server.shutdown()
        self.server.server_close()
        self.folder.cleanup()

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.close()
