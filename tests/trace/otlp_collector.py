# SPDX-License-Identifier: Apache-2.0
"""An OTLP/HTTP collector for tests: keeps every body, and checks it against the rules of OTLP's JSON
(opentelemetry-proto, docs/specification.md and the .proto files)."""
import http.server
import json
import re
import threading

from stack import wait_until

MOST_BYTES = 20 << 20
HEX = {"traceId": re.compile(r"(?!0{32})[0-9a-f]{32}"), "spanId": re.compile(r"(?!0{16})[0-9a-f]{16}"),
       "parentSpanId": re.compile(r"(?!0{16})[0-9a-f]{16}")}
FIXED64, INT64 = re.compile(r"[0-9]{1,20}"), re.compile(r"-?[0-9]{1,19}")
# The specification's list, and what requests have beside it; exporting any other attribute is a fault.
ALLOWED = {"tenant.id", "pack.id", "run.id", "run.trigger_type", "step.name", "requirement.codes",
           "evidence.document_ids", "chunk.ids", "chunk.count", "assessment.ids", "task.ids", "export.ids",
           "latency.ms", "llm.tokens.in", "llm.tokens.out", "llm.cost.usd", "llm.model", "error.type",
           "error.message",
           "http.request.method", "http.route", "http.response.status_code", "db.statements", "db.time.ms"}
RESOURCE = {"service.name", "service.instance.id"}


def _integer(value, least, most):
    return isinstance(value, int) and not isinstance(value, bool) and least <= value <= most


def any_value(value, where):
    assert isinstance(value, dict) and len(value) == 1, f"{where}: not one value: {value}"
    (kind, item), = value.items()
    if kind == "stringValue":
        assert isinstance(item, str) and len(item.encode()) <= 256, where
    elif kind == "boolValue":
        assert isinstance(item, bool), where
    elif kind == "intValue":
        assert isinstance(item, str) and INT64.fullmatch(item), f"{where}: a 64-bit integer is text: {item!r}"
    elif kind == "doubleValue":
        assert isinstance(item, (int, float)) and not isinstance(item, bool), where
    elif kind == "arrayValue":
        assert set(item) == {"values"}, where
        for one in item["values"]:
            any_value(one, where)
    else:
        raise AssertionError(f"{where}: unknown kind of value {kind}")


def attributes(items, allowed, where):
    assert isinstance(items, list), where
    keys = [item["key"] for item in items]
    assert len(set(keys)) == len(keys), f"{where}: repeated keys {keys}"
    assert set(keys) <= allowed, f"{where}: {set(keys) - allowed}"
    for item in items:
        assert set(item) == {"key", "value"}, where
        any_value(item["value"], f"{where}.{item['key']}")


def members(value, required, optional, where):
    assert isinstance(value, dict), where
    assert required <= set(value) <= required | optional, f"{where}: {sorted(value)}"


def check_span(span):
    where = f"span {span.get('spanId')}"
    members(span, {"traceId", "spanId", "name", "kind", "startTimeUnixNano", "endTimeUnixNano", "attributes", "status"},
            {"parentSpanId", "traceState", "flags", "droppedAttributesCount", "events", "droppedEventsCount",
             "links", "droppedLinksCount"}, where)
    for name, pattern in HEX.items():
        assert name not in span or isinstance(span[name], str) and pattern.fullmatch(span[name]), f"{where}.{name}"
    assert _integer(span["kind"], 1, 5), f"{where}.kind {span['kind']!r}"
    for name in ("startTimeUnixNano", "endTimeUnixNano"):
        assert isinstance(span[name], str) and FIXED64.fullmatch(span[name]), f"{where}.{name} {span[name]!r}"
    assert int(span["startTimeUnixNano"]) <= int(span["endTimeUnixNano"]), where
    assert _integer(span.get("droppedAttributesCount", 0), 0, 2**32 - 1), where
    attributes(span["attributes"], ALLOWED, where)
    members(span["status"], {"code"}, {"message"}, f"{where}.status")
    assert _integer(span["status"]["code"], 0, 2), where
    for event in span.get("events", []):
        members(event, {"timeUnixNano", "name"}, {"attributes", "droppedAttributesCount"}, f"{where}.events")
        assert isinstance(event["timeUnixNano"], str) and FIXED64.fullmatch(event["timeUnixNano"]), where
        attributes(event.get("attributes", []), ALLOWED, f"{where}.events")
    for link in span.get("links", []):
        members(link, {"traceId", "spanId"}, {"attributes", "traceState", "flags", "droppedAttributesCount"},
                f"{where}.links")
        assert HEX["traceId"].fullmatch(link["traceId"]) and HEX["spanId"].fullmatch(link["spanId"]), where
        attributes(link.get("attributes", []), ALLOWED, f"{where}.links")


def check_body(body):
    """The spans of an ExportTraceServiceRequest, with every rule checked."""
    assert len(body) <= MOST_BYTES, len(body)
    spans, request = [], json.loads(body.decode("utf-8"))
    members(request, {"resourceSpans"}, set(), "request")
    for resource in request["resourceSpans"]:
        members(resource, {"resource", "scopeSpans"}, {"schemaUrl"}, "resourceSpans")
        members(resource["resource"], {"attributes"}, {"droppedAttributesCount"}, "resource")
        attributes(resource["resource"]["attributes"], RESOURCE, "resource")
        assert any(a["key"] == "service.name" for a in resource["resource"]["attributes"])
        for scope in resource["scopeSpans"]:
            members(scope, {"scope", "spans"}, {"schemaUrl"}, "scopeSpans")
            members(scope["scope"], {"name"}, {"version"}, "scope")
            for span in scope["spans"]:
                check_span(span)
                spans.append(span)
    assert spans, "an empty request"
    return spans


class Collector:
    """mode: "ok", or "hang": accepts connections and never responds."""

    def __init__(self):
        self.mode, self.bodies, self.spans, self.faults, self.requests = "ok", [], [], [], 0
        self._stop = threading.Event()
        outer = self

        class Handler(http.server.BaseHTTPRequestHandler):
            protocol_version = "HTTP/1.1"

            def do_POST(self):
                outer._take(self)

            def log_message(self, *_):
                pass

        self.server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), Handler)
        self.server.daemon_threads = True
        self.url = f"http://127.0.0.1:{self.server.server_address[1]}/v1/traces"
        threading.Thread(target=self.server.serve_forever, daemon=True).start()

    def _take(self, request):
        self.requests += 1
        body = request.rfile.read(int(request.headers["Content-Length"]))
        if self.mode == "hang":
            self._stop.wait(60)
            request.close_connection = True
            return
        try:
            assert request.path == "/v1/traces", request.path
            assert request.headers.get_all("Content-Type") == ["application/json"], request.headers
            self.spans += check_body(body)
        except (AssertionError, KeyError, TypeError, ValueError) as fault:
            self.faults.append(f"{fault!r}")
        self.bodies.append(body)
        request.send_response(200)
        request.send_header("Content-Type", "application/json")
        request.send_header("Content-Length", "2")
        request.end_headers()
        request.wfile.write(b"{}")

    def of_trace(self, trace_id):
        return [span for span in list(self.spans) if span["traceId"] == trace_id]

    def wait_for(self, trace_id, count, seconds=30):
        wait_until(lambda: len(self.of_trace(trace_id)) >= count, seconds,
                   f"{count} spans of {trace_id}; there are {len(self.of_trace(trace_id))}; {self.faults}")
        return self.of_trace(trace_id)

    def close(self):
        self._stop.set()
        self.server.shutdown()
        self.server.server_close()
