import type { AssistantClient } from '@shortlist/client/assistant-client'
import { createFakeClient, type FakeClient } from '@shortlist/client/testing/fake-client'
import { beforeEach, expect, it } from 'vitest'
import { type Answering, fakeAnswers } from '../../testing/fake-answers.ts'
import { askFirst } from './ask-first.ts'

const address = 'http://localhost:4000'
const ada = { email: 'ada@example.com', password: 'correct horse' }
const question = { question: 'Hi', mode: 'chat', chatId: 'ada_1', messageId: '1' } as const

let fake: FakeClient

beforeEach(() => {
  fake = createFakeClient()
})

function asking(who: Answering): AssistantClient {
  fakeAnswers({ [address]: who })
  return askFirst(fake.client, address)
}

const secrets = [
  ['signIn', ({ accounts }: AssistantClient) => accounts.signIn(ada)],
  ['signUp', ({ accounts }: AssistantClient) => accounts.signUp(ada)],
  ['send', ({ chats }: AssistantClient) => chats.send(question)],
] as const

const said = (name: string) => fake.calls.filter(([called]) => called === name)

it.each(secrets)('says nothing to another program on the port: %s', async (name, call) => {
  await expect(call(asking('a web server'))).rejects.toMatchObject({ status: 0 })

  expect(said(name)).toEqual([])
})

it.each(secrets)('speaks to a daemon: %s', async (name, call) => {
  await call(asking('daemon 0.2.0'))

  expect(said(name)).toHaveLength(1)
})

it('leaves to the call what it says where nobody answers', async () => {
  await asking('nobody').chats.send(question)

  expect(said('send')).toHaveLength(1)
})
