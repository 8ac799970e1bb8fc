// Drives a server with one of the TypeScript clients. The plan comes as JSON on
// stdin, what happened goes as JSON to stdout; see the types in plan_test.go.
// This file decides nothing: what is asked, answered and expected is in the plan.

import process from "node:process";

const plan = JSON.parse(await read(process.stdin));
const { client, transport, notify } = await (plan.library === "client" ? version2() : version1());

let roots = plan.roots;
let asked = [];
let answers = [];
let completed = 0;
let onComplete = () => {};

await client.connect(transport);
const report = { version: notify.version(), steps: [] };
for (const step of plan.steps) {
  report.steps.push(await take(step));
}
await client.close();
process.stdout.write(JSON.stringify(report), () => process.exit(0));

/** One step of the plan. */
async function take(step) {
  asked = [];
  answers = step.answers ?? [];
  if (step.roots) {
    roots = step.roots;
    await notify.roots();
  }
  if (step.finish) {
    await finish(step);
  }
  const out = {};
  try {
    const result = await client.callTool({ name: step.tool, arguments: step.args ?? {} });
    out.isError = result.isError ?? false;
    out.structured = result.structuredContent;
    out.text = result.content.map((block) => block.text ?? "").join("\n");
  } catch (error) {
    out.error = String(error.message);
    out.code = error.code;
  }
  return { ...out, asked, left: answers.length };
}

/** The person finishes the page that a question asked to open. */
async function finish(step) {
  const before = completed;
  const told = new Promise((resolve) => (onComplete = resolve));
  const url = new URL(lastURL);
  const response = await fetch(new URL("/complete", url), { method: "POST", body: url.hash.replace("#token=", "") });
  if (!response.ok) {
    throw new Error(`finishing the page: ${response.status} ${await response.text()}`);
  }
  if (step.notice && completed === before) {
    await told;
  }
}

/** What a person does with a question: what the plan says. */
function answer(params) {
  asked.push({ mode: params.mode ?? "form", message: params.message, url: params.url, schema: JSON.stringify(params.requestedSchema) });
  if (params.url) {
    lastURL = params.url;
  }
  const next = answers.shift();
  if (!next) {
    throw new Error(`a question that the plan has no answer to: ${params.message}`);
  }
  return next;
}
var lastURL;

function complete() {
  completed++;
  onComplete();
}

/** @modelcontextprotocol/client, which speaks both eras. */
async function version2() {
  const { Client, StreamableHTTPClientTransport } = await import("@modelcontextprotocol/client");
  const { StdioClientTransport } = await import("@modelcontextprotocol/client/stdio");
  const client = new Client(identity(), { capabilities: capabilities(), versionNegotiation: { mode: plan.mode } });
  client.setRequestHandler("elicitation/create", (request) => answer(request.params));
  client.setRequestHandler("roots/list", () => ({ roots: roots.map((uri) => ({ uri })) }));
  client.setNotificationHandler("notifications/elicitation/complete", complete);
  const transport = plan.url ? new StreamableHTTPClientTransport(new URL(plan.url)) : new StdioClientTransport(plan.command);
  return {
    client,
    transport,
    notify: {
      version: () => client.getNegotiatedProtocolVersion(),
      roots: () => (client.getNegotiatedProtocolVersion() < "2026" ? client.sendRootsListChanged() : undefined),
    },
  };
}

/** @modelcontextprotocol/sdk, which speaks the older eras. */
async function version1() {
  const { Client } = await import("@modelcontextprotocol/sdk/client/index.js");
  const { StdioClientTransport } = await import("@modelcontextprotocol/sdk/client/stdio.js");
  const { StreamableHTTPClientTransport } = await import("@modelcontextprotocol/sdk/client/streamableHttp.js");
  const types = await import("@modelcontextprotocol/sdk/types.js");
  const client = new Client(identity(), { capabilities: capabilities() });
  client.setRequestHandler(types.ElicitRequestSchema, (request) => answer(request.params));
  client.setRequestHandler(types.ListRootsRequestSchema, () => ({ roots: roots.map((uri) => ({ uri })) }));
  client.setNotificationHandler(types.ElicitationCompleteNotificationSchema, complete);
  const transport = plan.url ? new StreamableHTTPClientTransport(new URL(plan.url)) : new StdioClientTransport(plan.command);
  let version;
  const set = transport.setProtocolVersion?.bind(transport);
  transport.setProtocolVersion = (v) => {
    version = v;
    set?.(v);
  };
  return { client, transport, notify: { version: () => version, roots: () => client.sendRootsListChanged() } };
}

function identity() {
  return { name: "askback-peers", version: "1" };
}

function capabilities() {
  return { elicitation: { form: {}, url: {} }, roots: { listChanged: true } };
}

async function read(stream) {
  let text = "";
  for await (const part of stream) {
    text += part;
  }
  return text;
}
