import { createRoute, OpenAPIHono } from '@hono/zod-openapi'
import {
  Machine,
  MachineChange,
  ModelServerForm,
  ModelTest,
  ServerAdded,
  SetUp,
} from '@shortlist/contracts/machine'
import { z } from 'zod'
import { jsonBody, refuseInvalid, replies } from '../platform/http/json.ts'
import { checkConfirmed, type SignedIn } from '../platform/http/session.ts'
import type { MachineSettings } from './machine-settings.ts'
import type { SetUpChecks } from './set-up.ts'

const readMachine = createRoute({
  method: 'get',
  path: '/api/settings/machine',
  responses: replies(Machine, 'What answers on this computer; no key'),
})

const changeMachine = createRoute({
  method: 'patch',
  path: '/api/settings/machine',
  request: jsonBody(MachineChange),
  responses: replies(Machine, 'In force with the next question'),
})

const addServer = createRoute({
  method: 'post',
  path: '/api/settings/machine/servers',
  request: jsonBody(ModelServerForm),
  responses: replies(ServerAdded, 'What four steps have found; stored where each is good'),
})

const testServer = createRoute({
  method: 'post',
  path: '/api/settings/machine/servers/test',
  request: jsonBody(ModelServerForm),
  responses: replies(ModelTest, 'The same, and nothing was stored'),
})

const removeServer = createRoute({
  method: 'delete',
  path: '/api/settings/machine/servers/{id}',
  request: { params: z.object({ id: z.string().max(100) }) },
  responses: replies(Machine, 'The server and its key are gone'),
})

const readSetUp = createRoute({
  method: 'get',
  path: '/api/settings/machine/checks',
  responses: replies(SetUp, 'What was found, and how to mend it; no secret'),
})

/** The settings of this computer, for its owner; who that is says the session. */
export function machineRoutes(machine: MachineSettings, setUp: SetUpChecks) {
  return new OpenAPIHono<SignedIn>({ defaultHook: refuseInvalid })
    .openapi(readMachine, async (c) => c.json(await machine.read(c.var.session.user.id), 200))
    .openapi(changeMachine, async (c) => {
      return c.json(await machine.change(c.var.session.user.id, c.req.valid('json')), 200)
    })
    .openapi(addServer, async (c) => {
      checkConfirmed(c)
      const { id } = c.var.session.user
      return c.json(await machine.add(id, c.req.valid('json'), c.req.raw.signal), 200)
    })
    .openapi(testServer, async (c) => {
      checkConfirmed(c)
      const { id } = c.var.session.user
      return c.json(await machine.test(id, c.req.valid('json'), c.req.raw.signal), 200)
    })
    .openapi(removeServer, async (c) => {
      checkConfirmed(c)
      return c.json(await machine.remove(c.var.session.user.id, c.req.valid('param').id), 200)
    })
    .openapi(readSetUp, async (c) => c.json(await setUp.read(c.var.session.user.id), 200))
}
