#!/usr/bin/python3
# SPDX-License-Identifier: Apache-2.0
"""assayctl sends to a mail server, by each way of encrypting and signing in, and says what went wrong."""
import json
import os
import subprocess
import sys
import tempfile
import unittest

ROOT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
sys.dont_write_bytecode = True
sys.path.insert(0, os.path.join(ROOT, "tests", "support_py"))
from mail_server import PASSWORD, MailServer  # noqa: E402

ASSAYCTL = sys.argv.pop(1)


def ctl(settings, *arguments):
    environment = {"PATH": os.environ["PATH"], **settings}
    return subprocess.run([ASSAYCTL, *arguments], env=environment, stdin=subprocess.DEVNULL, text=True,
                          capture_output=True, check=False, timeout=60)


class Sending(unittest.TestCase):
    def server(self, **options):
        server = MailServer(**options)
        self.addCleanup(server.close)
        return server

    def sent(self, server, **settings):
        done = ctl({**server.settings, **settings}, "mail", "test", "robin@example.org")
        self.assertEqual(done.returncode, 0, done.stderr)
        self.assertNotIn(PASSWORD, done.stdout + done.stderr)
        return json.loads(done.stdout), server.wait("robin@example.org")[-1]

    def refused(self, settings, *arguments):
        done = ctl(settings, "mail", "test", *(arguments or ("robin@example.org",)))
        self.assertEqual(done.returncode, 1, done.stdout)
        self.assertNotIn(PASSWORD, done.stderr)
        return done.stderr

    def finding(self, settings):
        rows = json.loads(ctl(settings, "doctor", "--json").stdout)["checks"]
        return next(row for row in rows if row["check"] == "e-mail")

    def test_with_starttls(self):
        told, mail = self.sent(self.server())
        self.assertEqual((mail.secure, mail.signed_in, mail.sender), (True, "assay", "assay@mail.example"))
        self.assertEqual((told["to"], told["messageId"], told["reply"]),
                         ("robin@example.org", mail.id, "250 2.0.0 queued"))
        self.assertEqual((mail.message["From"], mail.message["To"], mail.message["Auto-Submitted"]),
                         ("Assay <assay@mail.example>", "robin@example.org", "auto-generated"))
        self.assertIn("https://assay.example", mail.text())
        self.assertIn('<a href="https://assay.example">', mail.text("html"))
        self.assertEqual([line for line in mail.raw.split(b"\r\n") if len(line) > 78 or b"\n" in line], [])
        self.assertFalse(mail.message.defects)

    def test_with_tls_from_the_beginning(self):
        _, mail = self.sent(self.server(implicit=True))
        self.assertEqual((mail.secure, mail.signed_in), (True, "assay"))

    def test_in_the_clear_only_if_asked_for(self):
        server = self.server()
        server.offers_tls = server.wants_sign_in = False
        nobody = {"ASSAY_SMTP_USER": "", "ASSAY_SMTP_PASSWORD_FILE": ""}
        self.assertIn("does not offer TLS", self.refused({**server.settings, **nobody}))
        self.assertNotIn("MAIL", server.commands)
        _, mail = self.sent(server, ASSAY_SMTP_TLS="off", **nobody)
        self.assertEqual((mail.secure, mail.signed_in), (False, None))
        self.assertIn("ASSAY_SMTP_USER", self.refused({**server.settings, "ASSAY_SMTP_TLS": "off"}))

    def test_a_stranger_gets_neither_password_nor_message(self):
        server = self.server()
        for settings in ({"ASSAY_SMTP_CA_FILE": ""}, {"ASSAY_SMTP_URL": f"smtp://127.0.0.1:{server.port}"}):
            self.assertIn("certificate", self.refused({**server.settings, **settings}))
        self.assertFalse({"AUTH", "MAIL"} & set(server.commands), server.commands)

    def test_what_the_server_says_is_told(self):
        server = self.server()
        server.answer("RCPT", 550, "5.1.1 There is nobody of that name", "here \x07\xff")
        self.assertIn("did not accept the message: 550 here", self.refused(server.settings))
        server.answer("END", 552, "5.3.4 Too long")
        self.assertIn("552 5.3.4 Too long", self.refused(server.settings))
        server.answer("AUTH", 535, "5.7.8 No")
        self.assertIn("rejects the user name or the password", self.refused(server.settings))
        server.hold()
        self.assertIn("in time", self.refused({**server.settings, "ASSAY_SMTP_TIMEOUT_S": "1"}))
        server.close = lambda: None
        server.server.shutdown()
        server.server.server_close()
        self.assertIn("cannot be reached", self.refused(server.settings))

    def test_mistakes_are_named(self):
        settings = self.server().settings
        for address in ("robin", "robin@example.org>\r\nRCPT TO:<all@example.org", ""):
            self.assertIn("ADDRESS", self.refused(settings, address))
        self.assertIn("ADDRESS", self.refused(settings, "a@example.org", "b@example.org"))
        self.assertIn("ASSAY_SMTP_URL", self.refused({}))
        for name, value in (("ASSAY_SMTP_URL", "https://mail.example"), ("ASSAY_SMTP_URL", "smtp://a:b@mail.example"),
                            ("ASSAY_SMTP_URL", "smtp://"), ("ASSAY_SMTP_FROM", ""), ("ASSAY_SMTP_FROM", "Assay"),
                            ("ASSAY_SMTP_FROM", "Assay <a@b>, x@y"), ("ASSAY_PUBLIC_URL", ""),
                            ("ASSAY_PUBLIC_URL", "http://assay.example"), ("ASSAY_SMTP_TLS", "maybe"),
                            ("ASSAY_SMTP_TIMEOUT_S", "0")):
            self.assertIn(f"{name}: ", self.refused({**settings, name: value}), value)
        self.assertIn("ASSAY_SMTP_USER", self.refused({**settings, "ASSAY_SMTP_PASSWORD_FILE": ""}))
        self.assertIn("/nowhere", self.refused({**settings, "ASSAY_SMTP_PASSWORD_FILE": "/nowhere"}))

    def test_doctor_signs_in_and_sends_nothing(self):
        server = self.server()
        self.assertEqual(self.finding(server.settings)["verdict"], "ok")
        self.assertIn("AUTH", server.commands)
        self.assertNotIn("MAIL", server.commands)
        self.assertEqual(self.finding({})["found"], "off (ASSAY_SMTP_URL)")
        server.answer("AUTH", 535, "5.7.8 No")
        finding = self.finding(server.settings)
        self.assertEqual(finding["verdict"], "fail")
        self.assertIn("assayctl mail test", finding["mend"])
        with tempfile.TemporaryDirectory() as folder:
            finding = self.finding({**server.settings, "ASSAY_SMTP_PASSWORD_FILE": folder + "/none"})
        self.assertIn("ASSAY_SMTP_PASSWORD_FILE", finding["mend"])


if __name__ == "__main__":
    unittest.main(argv=sys.argv[:1] + ["-v", *sys.argv[1:]])
