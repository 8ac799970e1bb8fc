// The notes server of the lesson, rebuilt in JavaScript on nothing but Node: lines
// of JSON-RPC over standard input and output, protocol versions 2025-11-25 and
// 2026-07-28. It is right, but for the defect that its argument names: node
// server.mjs D3.
import crypto from 'node:crypto';
import fs from 'node:fs';
import path from 'node:path';
import readline from 'node:readline';
import {fileURLToPath} from 'node:url';

const defect = process.argv[2] ?? '';
const has = (name) => name === defect;

// The wire.

const waiting = new Map(); // our requests, to what goes on with their answers
let lastID = 0;

const send = (message) => process.stdout.write(JSON.stringify({jsonrpc: '2.0', ...message}) + '\n');

/** request asks the client, and waits as long as a person takes. */
function request(method, params) {
  const id = ++lastID;
  send({id, method, params});
  return new Promise((resolve, reject) => waiting.set(id, {resolve, reject}));
}

class ProtocolError extends Error {
  constructor(code, message) {
    super(message);
    this.code = code;
  }
}

async function handle(message) {
  if (message.method === undefined) {
    const {resolve, reject} = waiting.get(message.id) ?? {};
    waiting.delete(message.id);
    if (message.error) reject?.(new Error(message.error.message));
    else resolve?.(message.result);
    return;
  }
  if (message.id === undefined) {
    if (message.method === 'notifications/roots/list_changed' && !has('D9')) allowed = undefined;
    return;
  }
  try {
    send({id: message.id, result: await answer(message.method, message.params ?? {})});
  } catch (err) {
    if (has('D12') && !(err instanceof ProtocolError)) throw err; // brings the server down
    send({id: message.id, error: {code: err.code ?? -32603, message: err.message}});
  }
}

readline.createInterface({input: process.stdin}).on('line', (line) => handle(JSON.parse(line)));

// The protocol.

const string = {type: 'string'};
const tools = [
  {
    name: 'notes_delete',
    description: 'Deletes the note whose title contains some text.',
    inputSchema: {type: 'object', properties: {title: string}, required: ['title'], additionalProperties: false},
    annotations: {destructiveHint: true},
  },
  {name: 'notes_setup', description: 'Signs in.', inputSchema: {type: 'object', additionalProperties: false}},
];

const serverInfo = {name: 'lesson', version: '1'};

async function answer(method, params) {
  if (params._meta?.['io.modelcontextprotocol/protocolVersion'] === '2026-07-28') {
    return {resultType: 'complete', _meta: {'io.modelcontextprotocol/serverInfo': serverInfo}, ...(await answerAlone(method, params))};
  }
  switch (method) {
    case 'initialize':
      return {protocolVersion: '2025-11-25', capabilities: {tools: {}}, serverInfo};
    case 'ping':
      return {};
    case 'tools/list':
      return {tools};
    case 'tools/call':
      return call(params.name, params.arguments ?? {}, session);
  }
  throw new ProtocolError(-32601, `there is no method ${method}`);
}

/** answerAlone answers a request of 2026-07-28, which has all that it needs. */
async function answerAlone(method, params) {
  const caching = {ttlMs: 0, cacheScope: 'private'};
  switch (method) {
    case 'server/discover':
      return {...caching, supportedVersions: ['2026-07-28', '2025-11-25'], capabilities: {tools: {}}};
    case 'tools/list':
      return {...caching, tools};
    case 'tools/call':
      return rounds(params);
  }
  throw new ProtocolError(-32601, `there is no method ${method}`);
}

const failed = (text) => ({isError: true, content: [{type: 'text', text}]});
const ok = (structuredContent) => ({content: [{type: 'text', text: JSON.stringify(structuredContent)}], structuredContent});

async function call(name, args, asker) {
  const tool = tools.find((t) => t.name === name);
  if (!tool) throw new ProtocolError(-32602, `unknown tool ${name}`);
  if (!has('D12')) {
    const known = Object.keys(tool.inputSchema.properties ?? {});
    const extra = Object.keys(args).find((key) => !known.includes(key));
    if (extra) return failed(`there is no argument ${extra}`);
    const missing = (tool.inputSchema.required ?? []).find((key) => typeof args[key] !== 'string');
    if (missing) return failed(`the argument ${missing} has to be a text`);
  }
  return name === 'notes_setup' ? setup(asker) : remove(args.title, asker);
}

// How a tool asks: for the roots, for an answer, and for what it found when it asked.

let allowed; // paths; undefined when they have to be asked for

const paths = ({roots}) => roots.filter((r) => r.uri.startsWith('file:///')).map((r) => fileURLToPath(r.uri));

/** session asks in the middle of a call (2025-11-25). */
const session = {
  async roots() {
    allowed ??= paths(await request('roots/list'));
    return allowed;
  },
  elicit: (params) => request('elicitation/create', params),
  keep: (first) => first(),
};

class Pending extends Error {}

/**
 * rounds runs a tool from the top in each round of a call (2026-07-28). A question
 * without an answer ends the round, and what was answered and found travels in the
 * sealed state. With every question the roots are asked for anew.
 */
async function rounds({name, arguments: args = {}, requestState, inputResponses = {}}) {
  const of = JSON.stringify([name, args]);
  const state = requestState === undefined ? {of, answers: {}} : unseal(requestState);
  if (state.of !== of) throw new ProtocolError(-32602, 'the requestState belongs to another call');
  for (const key of Object.keys(state.asked ?? {})) if (inputResponses[key]) state.answers[key] = inputResponses[key];
  const ask = (asked) => {
    state.asked = asked;
    throw new Pending();
  };
  const list = {method: 'roots/list', params: {}};
  try {
    return await call(name, args, {
      async roots() {
        if (has('D9') && allowed) return allowed; // of an earlier call: here is no notice to miss
        return (allowed = paths(state.answers.roots ?? ask({roots: list})));
      },
      elicit: async (params) => state.answers.question ?? ask({question: {method: 'elicitation/create', params}, roots: list}),
      keep: (first) => (state.kept ??= first()),
    });
  } catch (err) {
    if (!(err instanceof Pending)) throw err;
    return {resultType: 'input_required', inputRequests: state.asked, requestState: seal(state)};
  }
}

const key = crypto.randomBytes(32);
const sign = (text) => crypto.createHmac('sha256', key).update(text).digest('base64url');

function seal(state) {
  const text = Buffer.from(JSON.stringify(state)).toString('base64url');
  return `${text}.${sign(text)}`;
}

function unseal(sealed) {
  const [text, signature] = sealed.split('.');
  if (sign(text) !== signature) throw new ProtocolError(-32602, 'the requestState is none of this server');
  return JSON.parse(Buffer.from(text, 'base64url').toString());
}

// The roots.

/** inside tells where a file really is, segment by segment. */
function inside(file, list) {
  if (has('D1')) return list.some((root) => file.startsWith(root));
  const real = fs.realpathSync(file);
  return list.some((root) => fs.existsSync(root) && (real + path.sep).startsWith(fs.realpathSync(root) + path.sep));
}

// The notes.

/** all finds every note below a directory, and through links in it. */
function all(dir) {
  return fs.readdirSync(dir).flatMap((name) => {
    const file = path.join(dir, name);
    if (fs.statSync(file).isDirectory()) return all(file);
    if (!name.endsWith('.md')) return [];
    const text = fs.readFileSync(file, 'utf8');
    const field = (key) => text.match(new RegExp(`^${key}: (.*)$`, 'm'))?.[1] ?? '';
    return [{file, text, id: field('id'), title: field('title') || text.match(/^# (.*)$/m)?.[1] || name}];
  });
}

const home = (list) => path.join(list[0].slice(0, list[0].indexOf('/home/')), '/'); // the top of the exercise

async function remove(title, asker) {
  const list = await asker.roots();
  if (list.length === 0) return failed('no note: there are no roots');
  const found = asker.keep(() =>
    all(home(list)).filter((n) => n.title.toLowerCase().includes(title.toLowerCase()) && (has('D4') || inside(n.file, list))),
  );
  if (found.length === 0) return failed(`no note has "${title}" in its title`);
  if (has('D6') && found.length === 1) return erase(found[0]);

  const {action, content} = await asker.elicit(question(found));
  if (action === 'decline' && !has('D10') && !has('D5')) return ok({outcome: 'declined', deleted: '', message: 'You declined.'});
  if (action === 'decline') {
    return ok({outcome: has('D10') ? 'cancelled' : 'declined', deleted: '', message: has('D5') ? 'Nothing was done.' : 'You said no.'});
  }
  if (action !== 'accept') return ok({outcome: 'cancelled', deleted: '', message: has('D5') ? 'Nothing was done.' : 'You made no choice.'});

  if (typeof content?.confirm !== 'boolean' && !has('D3')) return failed('confirm has to be true or false');
  if (!content.confirm) return ok({outcome: 'not_confirmed', deleted: '', message: 'You did not confirm.'});
  let note = found[0];
  if (found.length > 1) {
    note = (has('D2') ? all(home(list)) : found).find((n) => n.id === content.note_id);
    if (!note) return failed(`${content.note_id} was not among the notes offered`);
  }
  if (!inside(note.file, await asker.roots())) return ok({outcome: 'missing', deleted: '', message: 'It is outside the roots now.'});
  return erase(note);
}

function question(found) {
  const confirm = {type: 'boolean', title: 'Yes, delete it'};
  if (found.length === 1) {
    return {
      mode: 'form',
      message: `Delete "${found[0].title}"?`,
      requestedSchema: {type: 'object', properties: {confirm}, required: ['confirm']},
    };
  }
  const ids = found.map((n) => n.id);
  const choice = has('D11') ? {enum: ids} : {oneOf: found.map((n) => ({const: n.id, title: n.title}))};
  return {
    mode: 'form',
    message: `${found.length} notes match. Which one is to be deleted?`,
    requestedSchema: {
      type: 'object',
      properties: {note_id: {type: 'string', title: 'Note', ...choice}, confirm},
      required: ['note_id', 'confirm'],
    },
  };
}

/** erase deletes a note if it is still the one that was asked about. */
function erase(note) {
  if (!has('D13') && (!fs.existsSync(note.file) || fs.readFileSync(note.file, 'utf8') !== note.text)) {
    return ok({outcome: 'missing', deleted: '', message: 'It has changed since you were asked.'});
  }
  fs.rmSync(note.file);
  return ok({outcome: 'deleted', deleted: note.id, message: `Deleted "${note.title}".`});
}

// The sign-in.

async function setup(asker) {
  const params = {mode: 'url', message: 'Sign in.', url: 'https://example.com/in'};
  if (asker === session) params.elicitationId = 'sign-in-1';
  if (has('D7')) {
    delete params.mode;
    delete params.elicitationId;
  }
  const {action} = await asker.elicit(params);
  if (action === 'accept') return ok({status: has('D8') ? 'connected' : 'waiting'}); // consent is not the end
  return ok({status: action === 'decline' ? 'declined' : 'cancelled'});
}
