import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { getRequestListener } from '@hono/node-server'
import { Hono } from 'hono'
import { Low, Memory } from 'lowdb'
import { Server } from 'socket.io'

/** The least that a daemon of this kind is made of: Hono, Socket.IO and lowdb on one server. */
const db = new Low(new Memory<object>(), {})
await db.read()
const app = new Hono()
app.get('/api/users/me', (c) => c.json({ message: 'AUTHENTICATION_REQUIRED' }, 401))
const server = createServer(getRequestListener(app.fetch))
new Server(server)
server.listen(0, '127.0.0.1')
await once(server, 'listening')
process.stdout.write(`http://localhost:${(server.address() as AddressInfo).port}\n`)
