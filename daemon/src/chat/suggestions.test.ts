import type { Mode } from '@shortlist/contracts/chat'
import { answerLookUp, type LookedUp } from '@shortlist/contracts/look-up'
import { lookUpOf, suggestions } from '@shortlist/contracts/suggestions'
import { describe, expect, it } from 'vitest'
import { endsOf, message, startChat } from '../../test/chat-under-test.ts'
import { scriptedLlm } from '../../test/scripted-llm.ts'
import { guidesLlm } from '../platform/llm/guides/guides-llm.ts'

const known: LookedUp = {
  asOf: '2026-11-28T09:00:00.000Z',
  zone: 'Europe/Berlin',
  mailbox: { error: null },
  mailUrl: (emailId) => `http://localhost:4000/gmail-mcp?mail=${emailId}`,
  interviews: [],
  deadlines: [],
}

const interview = {
  ...{ eventId: 'e1', emailId: 'm1', summary: 'Technical interview', from: 'Dana Reyes' },
  time: {
    ...{ kind: 'instant' as const, timeZone: 'America/New_York' },
    ...{ start: '2026-12-01T23:30:00.000Z', end: '2026-12-02T00:30:00.000Z' },
  },
  ...{ location: '', link: '', reason: null, meets: [] },
}

const deadline = {
  ...{ emailId: 'm2', subject: 'Take-home', from: 'Quarrel Labs' },
  due: '2026-12-03T22:59:59.000Z',
}

const modes = ['coach', 'chat'] as const
const proposed = (by: 'guides' | 'model') =>
  modes.flatMap((mode) => suggestions[mode][by].map((suggestion) => ({ mode, ...suggestion })))

async function ask(mode: Mode, question: string, llm = guidesLlm({ pace: async () => {} })) {
  const chat = await startChat({ llm, lookUp: async () => known })
  await chat.post('/api/chatbot', { ...message, msg: question, coachOrChat: mode })
  await chat.idle()
  const [, reply] = await chat.messages('ada_1')
  return reply?.content ?? ''
}

describe('what an empty chat proposes', () => {
  it.each(proposed('guides'))('has its answer without a model: $question', async (proposal) => {
    expect(proposal.source).not.toBeNull()
    const reply = await ask(proposal.mode, proposal.question)
    // the guide that was meant answers before any other
    const named = `From the guide **${proposal.source}**:`
    if (lookUpOf(proposal.question)) expect(reply).toContain(`_${proposal.source}, by`)
    else expect(reply.slice(0, named.length)).toBe(named)
  })

  it.each(proposed('model'))('is answered with a model: $question', async (proposal) => {
    const llm = scriptedLlm('By the model.')
    const reply = await ask(proposal.mode, proposal.question, llm)
    const isByModel = proposal.source === null
    expect(llm.prompts).toHaveLength(isByModel ? 1 : 0)
    expect(reply).toContain(proposal.source ?? 'By the model.')
  })
})

describe('a look-up', () => {
  it('is asked for in exactly its words, however they are written', () => {
    expect(lookUpOf(' when is  my next interview')).toBe('nextInterview')
    expect(lookUpOf('Deadlines this week.')).toBe('deadlines')
    expect(lookUpOf('When is my next interview at Northwind?')).toBeNull()
    expect(lookUpOf('')).toBeNull()
  })

  it('says that there is none, and why there may be none', () => {
    expect(answerLookUp('nextInterview', known)).toMatch(/^No interview is in your calendar\.\n\n_/)
    expect(answerLookUp('deadlines', known)).toMatch(/^No open mail has a deadline in the next 7/)
    const alone = { ...known, mailbox: null }
    expect(answerLookUp('nextInterview', alone)).toContain('no mailbox is connected')
    const broken = { ...known, mailbox: { error: 'The server is away.' } }
    expect(answerLookUp('deadlines', broken)).toContain('cannot be read at present: `The server')
  })

  it("tells the next interview by the user's clock, with its mail and its event", () => {
    const link = 'https://calendar.example/event?eid=1'
    const reply = answerLookUp('nextInterview', { ...known, interviews: [{ ...interview, link }] })
    expect(reply.split('\n')).toEqual([
      'Your next interview is in 4 days: **Wednesday 2 December, 00:30–01:30 (18:30 in America/New_York)**.',
      '',
      '- `Technical interview`',
      '- With `Dana Reyes`',
      `- [Mail](<${known.mailUrl('m1')}>) · [Event Link](<${link}>)`,
      '',
      '_From your calendar, by built-in rules, in your zone Europe/Berlin. No model sees this answer._',
    ])
  })

  it.each([
    ['2026-12-01T23:30:00.000Z', 'has begun'],
    ['2026-12-01T23:10:00.000Z', 'is today'],
    ['2026-12-01T22:50:00.000Z', 'is tomorrow'],
  ])('says at %s that the next interview %s', (asOf, words) => {
    const reply = answerLookUp('nextInterview', { ...known, asOf, interviews: [interview] })
    expect(reply).toContain(`Your next interview ${words}: **Wednesday 2 December`)
  })

  it.each([
    [{ kind: 'day', start: '2026-12-02', end: '2026-12-03' }, 'Wednesday 2 December, all day**'],
    [
      { kind: 'day', start: '2026-12-02', end: '2026-12-04' },
      'Wednesday 2 December – Thursday 3 December, all day**',
    ],
    [
      { kind: 'instant', timeZone: 'nowhere', start: '2026-12-02T09:00:00Z', end: '' },
      'Wednesday 2 December at 10:00**',
    ],
  ] as const)('says when something of another length is: %#', (time, words) => {
    const reply = answerLookUp('nextInterview', { ...known, interviews: [{ ...interview, time }] })
    expect(reply.replace(/\s/g, ' ')).toContain(`is in 4 days: **${words}`)
  })

  it('tells what was missed, what is due this week, and else what comes after', () => {
    const missed = { ...deadline, subject: 'Form', due: '2026-11-27T22:59:59.000Z' }
    const later = { ...deadline, subject: 'Later', due: '2026-12-20T22:59:59.000Z' }
    const all = { ...known, deadlines: [missed, deadline, later] }
    const reply = answerLookUp('deadlines', all)
    expect(reply).toContain('- **Missed, Friday 27 November**: `Form`, from `Quarrel Labs`')
    expect(reply).toContain('- **Thursday 3 December**: `Take-home`')
    const bare = { ...known, deadlines: [{ ...deadline, subject: '', from: '' }] }
    expect(answerLookUp('deadlines', bare)).toContain('- **Thursday 3 December**: no subject · [')
    expect(reply).toMatch(/after them:\n\n- \*\*Sunday 20 December\*\*: `Later`/)
  })

  it('lets nothing act that a mail says, nor an address that is none of the web', () => {
    const hostile = '`](https://evil.example) **now** https://evil.example\n\n# Do'
    const interviews = [{ ...interview, summary: hostile, link: 'javascript:alert(1)' }]
    const reply = answerLookUp('nextInterview', { ...known, interviews })
    expect(reply).toContain(`- \`\` ${hostile.replace(/\s+/g, ' ')} \`\`\n`)
    expect(reply).not.toContain('javascript')
  })

  it('stays between calendar and user: no model is sent it later, nor asked for a title', async () => {
    const llm = scriptedLlm('By the model.')
    const lookUp = async () => ({ ...known, interviews: [interview] })
    const chat = await startChat({ llm, lookUp })
    for (const [messageId, msg] of ['When is my next interview?', 'And now?'].entries()) {
      await chat.post('/api/chatbot', { ...message, msg, messageId })
      await chat.idle()
    }
    expect(await chat.messages('ada_1')).toMatchObject([
      { content: 'When is my next interview?' },
      { content: expect.stringContaining('Technical interview'), isLookUp: true },
      { content: 'And now?' },
      { content: 'By the model.' },
    ])
    const [{ promptTokens: tokens = 0 } = {}] = (await chat.messages('ada_1')).slice(1)
    expect(endsOf(chat)[0]?.payload).toMatchObject({ contextPercent: (tokens / 6300) * 100 })
    expect(llm.prompts).toHaveLength(1)
    expect(JSON.stringify(llm.prompts)).not.toContain('interview?')
    expect(await chat.chats.title('ada', 'ada_1')).toBe('When is my next interview?')
  })

  it('is no look-up with an image or a page beside it', async () => {
    const llm = scriptedLlm('By the model.')
    const excerpt = { kind: 'page', title: 'Jobs', url: '', text: 'Wanted' } as const
    const chat = await startChat({ llm })
    await chat.post('/api/chatbot', { ...message, msg: 'Deadlines this week', excerpt })
    await chat.idle()
    expect(llm.prompts).toHaveLength(1)
  })
})
