/** Whether the body of a POST asks a GraphQL server for data and changes nothing. What cannot be told is no query. */
export function isGraphqlQuery(body: string): boolean {
  const parsed = parsedJson(body);
  if (parsed === null) return false;
  const operations = Array.isArray(parsed) ? parsed : [parsed];
  return operations.length > 0 && operations.every(isQuery);
}

function isQuery(operation: unknown): boolean {
  if (typeof operation !== 'object' || operation === null || 'jsonrpc' in operation) return false;
  const { query, operationName, extensions } = operation as Record<string, unknown>;
  if (typeof query === 'string' && query.trim() !== '') return onlyReads(query);
  // A persisted query is sent by its hash. Only its name is left to judge by.
  const isPersisted = typeof extensions === 'object' && extensions !== null && 'persistedQuery' in extensions;
  return isPersisted && typeof operationName === 'string' && isNameOfQuery(operationName);
}

/** "AllNotesQuery", "getNotes". */
const isNameOfQuery = (name: string) =>
  /(?:Query$|^(?:get|list|search|find|fetch|query)(?=[A-Z_]))/.test(name) &&
  !/mutat|create|update/i.test(name);

/** Whether each operation of a document is a `query`. Which one of several the server runs depends on more than the document. */
function onlyReads(document: string): boolean {
  const plain = document.replace(/"""[\s\S]*?"""|"(?:\\.|[^"\\\n])*"|#[^\n]*/g, ' ');
  if (!/^\s*(?:\{|query\b|fragment\b)/.test(plain)) return false;
  let depth = 0;
  for (const [token] of plain.matchAll(/[{}]|[_A-Za-z]\w*/g))
    if (token === '{') depth++;
    else if (token === '}') depth--;
    else if (depth === 0 && (token === 'mutation' || token === 'subscription')) return false;
  return depth === 0;
}

export function parsedJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}
