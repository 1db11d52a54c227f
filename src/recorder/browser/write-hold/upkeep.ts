/**
 * Whether a message over a WebSocket only keeps the connection alive, opens it or subscribes to something: the pings of engine.io,
 * SignalR, STOMP, Phoenix, DDP, MQTT and the like. A connection without them is closed by its server within seconds. What cannot be
 * told is a message.
 *
 * It runs in the page too. Its source is sent there as text, so it may refer to nothing but itself.
 */
export function isUpkeep(message: unknown): boolean {
  const keeping =
    /^(?:ping|pong|heartbeat|hb|keep-?_?alive|sub|unsub|subscribe|unsubscribe|phx_join|phx_leave)$/i;
  const opening =
    /^(?:hello|connect|connection_init|auth|authenticate|pusher:(?:ping|pong|subscribe|unsubscribe))$/i;
  const isUpkeepObject = (value: Record<string, unknown>): boolean => {
    const { type, msg, event, op, method, action, command, payload, protocol } = value;
    // SignalR: its handshake, and its ping.
    if (typeof protocol === 'string' && 'version' in value) return true;
    if (type === 6 && Object.keys(value).length === 1) return true;
    // GraphQL: a subscription may carry a mutation.
    const { query } = (payload ?? {}) as { query?: unknown };
    if (typeof query === 'string')
      return /^(?:subscribe|start)$/.test(`${type}`) && !/\bmutation\b/.test(query);
    const said = [type, msg, event, op, method].find((one) => typeof one === 'string');
    if (typeof said === 'string') return keeping.test(said) || opening.test(said);
    const asked = action ?? command;
    return typeof asked === 'string' && keeping.test(asked);
  };
  const isUpkeepList = (list: unknown[]): boolean => {
    // Phoenix: references, topic, event, payload. SockJS: messages as texts.
    if (list.length === 5 && typeof list[3] === 'string') return keeping.test(list[3]);
    return list.length > 0 && list.every((one) => typeof one === 'string' && isUpkeepText(one));
  };
  const isUpkeepText = (text: string): boolean => {
    const parts = text.split('\x1e').filter((part) => part !== '');
    if (parts.length > 1) return parts.every(isUpkeepText);
    const [said = ''] = parts;
    // Engine.io: ping, pong, upgrade, and the opening of a namespace. SockJS and Firebase: `h` and `0`. STOMP: a line break.
    if (/^(?:\s*|[0235h]|[23]probe|40(?:[/{].*)?|ping|pong)$/i.test(said)) return true;
    if (/^(?:CONNECT|STOMP|SUBSCRIBE|UNSUBSCRIBE|ACK)\r?\n/.test(said)) return true;
    try {
      const parsed: unknown = JSON.parse(said);
      if (Array.isArray(parsed)) return isUpkeepList(parsed);
      return (
        typeof parsed === 'object' && parsed !== null && isUpkeepObject(parsed as Record<string, unknown>)
      );
    } catch {
      return false;
    }
  };
  if (typeof message === 'string') return isUpkeepText(message);
  if (!(message instanceof ArrayBuffer) && !ArrayBuffer.isView(message)) return false;
  const bytes = ArrayBuffer.isView(message)
    ? new Uint8Array(message.buffer, message.byteOffset, message.byteLength)
    : new Uint8Array(message);
  // The pings of MQTT and of SignalR with MessagePack.
  return /^(?:|192,0|2,145,6)$/.test(bytes.join());
}
