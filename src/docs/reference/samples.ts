import type { Entry, MediaType } from './document.ts';

export interface Sample {
  title: 'curl' | 'Node' | 'Python';
  language: 'sh' | 'ts' | 'python';
  code: string;
}

/** Stands for the address of the service. Who serves or shows a page puts the real one in its place. */
export const somewhere = 'https://showreel.example';

/** The operation as a request of curl, of our client for Node, and of Python’s own library; empty where only a browser can send it. */
export function samplesOf(entry: Entry): Sample[] {
  const call = callOf(entry);
  if (call === null) return [];
  const samples: Sample[] = [{ title: 'curl', language: 'sh', code: curlOf(call) }];
  if (call.file !== null) return samples;
  return [
    ...samples,
    { title: 'Node', language: 'ts', code: nodeOf(call) },
    { title: 'Python', language: 'python', code: pythonOf(call) },
  ];
}

interface Call {
  method: string;
  /** With the examples of its parameters. */
  url: string;
  path: string;
  pathValues: Record<string, unknown>;
  query: Record<string, unknown>;
  isOpen: boolean;
  body: unknown;
  /** The name of the file that is sent, and its type; null where JSON or nothing is sent. */
  file: { name: string; type: string } | null;
}

function callOf({ path, method, operation, parameters }: Entry): Call | null {
  const security = operation.security ?? [];
  const isOpen = security.length === 0;
  // A signature cannot be made up, and a payment is told by its provider.
  if (path === '/api/v1/embed/runtime' || path === '/api/v1/webhooks/stripe') return null;
  if (path.startsWith('/api/ws') || path.startsWith('/api/auth')) return null;
  if (!isOpen && !security.some((one) => 'bearerKey' in one)) return null;
  const examplesIn = (where: string) =>
    Object.fromEntries(
      parameters
        .filter((one) => one.in === where && one.required)
        .map((one) => [one.name, one.example ?? one.schema?.examples?.[0] ?? '']),
    );
  const pathValues = examplesIn('path');
  const query = examplesIn('query');
  const filled = path.replaceAll(/\{(\w+)\}/g, (_whole, name: string) => String(pathValues[name]));
  const search = new URLSearchParams(Object.entries(query).map(([name, value]) => [name, String(value)]));
  const bodies = Object.entries(operation.requestBody?.content ?? {});
  const json = bodies.find(([type]) => type === 'application/json')?.[1];
  const [type] = bodies[0] ?? [];
  return {
    method: method.toUpperCase(),
    url: `${somewhere}${filled}${search.size > 0 ? `?${search}` : ''}`,
    path,
    pathValues,
    query,
    isOpen,
    body: json && exampleOf(json),
    file: type && !json ? { name: fileNames[type] ?? 'file', type } : null,
  };
}

const exampleOf = ({ example }: MediaType) => example ?? {};

const fileNames: Record<string, string> = {
  'video/mp4': 'demo.mp4',
  'image/gif': 'demo.gif',
  'multipart/form-data': 'background.png',
};

function curlOf({ method, url, isOpen, body, file }: Call): string {
  const lines = [`curl${method === 'GET' || body || file ? '' : ` -X ${method}`} '${url}'`];
  if ((body || file) && method !== 'POST') lines[0] = `curl -X ${method} '${url}'`;
  if (!isOpen) lines.push('  -H "Authorization: Bearer $SHOWREEL_KEY"');
  if (body !== undefined) {
    lines.push('  -H "Content-Type: application/json"');
    lines.push(`  -d '${JSON.stringify(body, null, 2).replaceAll("'", "'\\''").replaceAll('\n', '\n  ')}'`);
  }
  if (file?.type === 'multipart/form-data') lines.push(`  -F file=@${file.name}`);
  else if (file) lines.push(`  -H "Content-Type: ${file.type}" --data-binary @${file.name}`);
  // A file is saved under its own name.
  if (isFile(url)) lines[0] = lines[0]!.replace('curl', 'curl -O');
  return lines.join(' \\\n');
}

const isFile = (url: string) => /\.(mp4|webm|png|gif|jpg|webp|vtt)$/.test(url);

function nodeOf({ method, url, path, pathValues, query, isOpen, body }: Call): string {
  if (!path.startsWith('/api/')) {
    const read = isFile(url) && !url.endsWith('.vtt') ? 'arrayBuffer' : 'text';
    return `const answer = await fetch('${url}');\nconsole.log(answer.status, await answer.${read}());`;
  }
  const params = {
    ...(Object.keys(pathValues).length > 0 && { path: pathValues }),
    ...(Object.keys(query).length > 0 && { query }),
  };
  const options = [
    ...(Object.keys(params).length > 0 ? [`  params: ${toScript(params)},`] : []),
    ...(body === undefined ? [] : [`  body: ${toScript(body)},`]),
  ];
  const call = `showreel.${method}('${path}'${options.length > 0 ? `, {\n${options.join('\n')}\n}` : ''})`;
  return `import { createClient, unwrap } from '@showreel/client';

const showreel = createClient({ baseUrl: '${somewhere}'${isOpen ? '' : ', apiKey: process.env.SHOWREEL_KEY'} });
console.log(await unwrap(${call}));`;
}

/** JSON as a person would write it in a program. */
const toScript = (value: unknown) =>
  JSON.stringify(value, null, 2)
    .replaceAll(/^(\s*)"([A-Za-z_$][\w$]*)":/gm, '$1$2:')
    .replaceAll('\n', '\n  ');

function pythonOf({ method, url, isOpen, body }: Call): string {
  const headers = [
    ...(isOpen ? [] : [`"Authorization": f"Bearer {os.environ['SHOWREEL_KEY']}"`]),
    ...(body === undefined ? [] : ['"Content-Type": "application/json"']),
  ];
  const parts = [
    `"${url}"`,
    ...(method === 'GET' ? [] : [`method="${method}"`]),
    ...(headers.length > 0 ? [`headers={${headers.join(', ')}}`] : []),
    ...(body === undefined ? [] : [`data=json.dumps(${toPython(body)}).encode()`]),
  ];
  const uses = [...(body === undefined ? [] : ['json']), ...(isOpen ? [] : ['os']), 'urllib.request'];
  const request = parts.length > 1 ? `\n    ${parts.join(',\n    ')},\n` : parts[0]!;
  return `import ${uses.join(', ')}

request = urllib.request.Request(${request})
with urllib.request.urlopen(request) as answer:
    print(answer.status, answer.read()${isFile(url) && !url.endsWith('.vtt') ? '[:80]' : '.decode()'})`;
}

function toPython(value: unknown, indent = '    '): string {
  const deeper = `${indent}    `;
  if (value === true) return 'True';
  if (value === false) return 'False';
  if (value === null) return 'None';
  if (Array.isArray(value)) {
    if (value.length === 0) return '[]';
    return `[\n${value.map((one) => `${deeper}${toPython(one, deeper)},\n`).join('')}${indent}]`;
  }
  if (typeof value === 'object') {
    const members = Object.entries(value);
    if (members.length === 0) return '{}';
    return `{\n${members.map(([name, one]) => `${deeper}${JSON.stringify(name)}: ${toPython(one, deeper)},\n`).join('')}${indent}}`;
  }
  return JSON.stringify(value);
}
