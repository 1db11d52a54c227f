/**
 * The least that watchers can cost: a WebSocket server that lets everybody in, asks nothing, and sends each line of its input to all.
 */
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { createInterface } from 'node:readline';
import { WebSocketServer } from 'ws';

const server = createServer();
const sockets = new WebSocketServer({ server, perMessageDeflate: false });
sockets.on('connection', (socket) => socket.send('{}'));
server.on('request', (request, response) => {
  // A POST is what is to be sent to all.
  createInterface(request).on('line', (line) => {
    for (const socket of sockets.clients) socket.send(line);
  });
  response.end();
});
server.listen(0, '127.0.0.1', () =>
  console.log(`http://127.0.0.1:${(server.address() as AddressInfo).port}`),
);
process.once('SIGTERM', () => process.exit(0));
