import type { NewQuestion } from '../chats.ts'

/** The canned reply to a question: the one that it is about, else the one that lists what there is. */
export function chooseReply({
  question,
  mode,
  image,
  excerpt,
}: Pick<NewQuestion, 'question' | 'mode' | 'image' | 'excerpt'>): string {
  const fit = replies[mode].find(({ about }) => about.test(question))
  const notes = [
    image && 'I have your image, but the demo has no model that could look at it.',
    excerpt && 'I have what you took from the page; the demo keeps it and cannot read it.',
  ].filter((note) => typeof note === 'string')
  return [...notes, fit?.text ?? fallbacks[mode], ORIGIN].join('\n\n')
}

/** An answer that is ready, and which questions it is for. */
interface CannedReply {
  readonly about: RegExp
  /** Markdown. */
  readonly text: string
}

/** What the job-search coach has an answer to. */
const coachReplies: readonly CannedReply[] = [
  {
    about: /\bcv\b|r[eé]sum[eé]|\bsummary\b/i,
    text: `## A summary that gets read

Recruiters give it a few seconds. Three sentences are enough: what you are, what you have moved, what you want next.

\`\`\`text
Full-stack developer with six years of TypeScript and Node.
Cut the checkout of a shop with 2 million visitors from 4 s to 1.2 s
and led the move of three teams to one design system.
Looking for a product team that ships weekly and measures what it ships.
\`\`\`

### What makes it work

- **One number per claim.** "Faster" is an opinion, "4 s to 1.2 s" is a fact.
- **The words of the advert**, where they are true of you.
- **No adjectives about yourself**: leave "passionate" to the others.

### Your turn

1. Write down the three results you are proudest of.
2. Put a number beside each.
3. Send me the draft together with the advert, and we cut it to size.`,
  },
  {
    about: /\bask the interviewer|questions (for|to) /i,
    text: `## Questions to ask them

Three good ones are enough. Each should tell you something that you would decide by.

- **The work:** "What would I have finished after three months, if it goes well?"
- **The team:** "What was the last thing that you disagreed about, and how did it end?"
- **The rest:** "What happens next, and by when do I hear from you?"

### What not to ask yet

1. What the website says.
2. Salary and days off, before they want you.

### Note the answers

\`\`\`text
Question   what I asked
Answer     their words, not mine
Signal     closer, further, the same
\`\`\``,
  },
  {
    about: /negotiat|\boffers?\b|salary/i,
    text: `## Asking for more without losing it

An offer means that they have chosen you. A polite question has hardly ever ended one.

1. **Thank them**, and ask for two days.
2. **Know three numbers**: what you want, what is fair, where you stop.
3. **Ask once, in writing**, with one reason.

### The sentence

\`\`\`text
Thank you, I would like to join you. For what the role asks, I had
expected 72,000. Can we find a way to get closer to that?
\`\`\`

### If the salary is fixed

- A review after six months, with its figure in the contract.
- Days off, days at home, or a budget for learning.`,
  },
  {
    about: /\bmock\b|interview/i,
    text: `## Mock interview: five questions

Answer aloud, two minutes each. Then compare with what the question is really after.

1. **"Walk me through a system you have built."** They look for decisions, not for a list of tools.
2. **"What broke, and what did you do?"** Own it, then say what changed so that it cannot happen again.
3. **"How do you review code?"** Tell of one comment that you would not write any more.
4. **"A feature is late. What do you do?"** Talk early, cut scope, keep quality.
5. **"What would you ask us?"** Never say "nothing".

### A frame for the second one

\`\`\`text
Situation  one sentence
Task       what was yours
Action     three verbs
Result     one number, one lesson
\`\`\`

### Afterwards

- Write down the two answers that felt slow.
- Rehearse only those.
- Have three questions of your own ready, one of them about the team.`,
  },
  {
    about: /about yourself|introduce|\bpitch/i,
    text: `## "Tell me about yourself"

They ask for ninety seconds, not for your life. **Present, past, future**, in that order:

- **Present:** what you do now, with one result.
- **Past:** the one step that explains how you got there.
- **Future:** why this role is the next step.

### An example

\`\`\`text
I build the payment side of a shop with two million visitors a month;
last year we made the checkout three times as fast.
I came to it from support, so I still read every complaint first.
Your team owns a product end to end, and that is what I want to do next.
\`\`\`

### Check it

1. Can a stranger repeat your result afterwards?
2. Does the last sentence name *this* company?
3. Is it under ninety seconds at a calm pace?

If all three hold, stop polishing and practise it twice.`,
  },
  {
    about: /\bplan\b|\bweek|\bapplications?\b|schedule/i,
    text: `## A week that keeps you sane

Few and good beats many and tired. Five applications that fit are a full week.

| day | morning | afternoon |
| --- | --- | --- |
| Monday | pick five adverts | research two of them |
| Tuesday | write two applications | one hour of practice |
| Wednesday | write two applications | talk to one person who works there |
| Thursday | write the last one | mock interview |
| Friday | follow up on last week | stop at three |

### Rules that help

- **Follow up once**, after five working days.
- **One list** for everything that is open: company, stage, next step, date.
- **Count what you control**: applications and talks, not answers.

### A follow-up that is short enough

\`\`\`text
Hello Dana, I applied for the front-end role last Tuesday.
Is there anything I can add that would help you decide?
\`\`\``,
  },
]

/** The answer to everything else. */
export const coachFallback = `## That needs a model

This demo has no model behind it, only a few answers that are ready. In the job-search mode they are about:

- **your CV** and its summary
- **a mock interview** with five questions
- **what you ask them**, and **an offer**
- **"tell me about yourself"**
- **a week of applications**

### With Shortlist on your computer

The coach answers whatever you ask, and your mailbox is read beside it: interviews stand in your calendar by themselves.

\`\`\`sh
npx -y pnpm@12.4.2 start
\`\`\`

1. Open \`http://localhost:4000\` and sign up; the account exists on your computer alone.
2. Connect your mailbox, or begin with the sample mail.
3. Ask the question that you have just asked here.`

/** What the code assistant has an answer to. */
const codeReplies: readonly CannedReply[] = [
  {
    about: /\breview|\bhooks?\b|useEffect|\breact/i,
    text: `## Review: \`useEffect\` that fetches

The hook works on a good day. Three things will bite you on a bad one:

1. **A race.** When \`id\` changes quickly, an old answer can arrive last and win.
2. **A silent failure.** A rejected request leaves the spinner on for ever.
3. **State after unmount.** Nothing stops the request when the screen is gone.

One \`AbortController\` cures the first and the third:

\`\`\`ts
useEffect(() => {
  const asking = new AbortController()
  fetchJob(id, asking.signal).then(setJob, (error) => {
    if (!asking.signal.aborted) setError(error)
  })
  return () => asking.abort()
}, [id])
\`\`\`

### Before you merge

- Test the race: resolve the second request first.
- Show the error next to the thing that failed, with a way to try again.
- Consider a query library once a third hook looks like this one.`,
  },
  {
    about: /stack ?trace|\berror|exception|\bcrash/i,
    text: `## Reading the stack trace

Read it from the top: the first line says *what*, the first line from **your** folder says *where*.

\`\`\`text
TypeError: Cannot read properties of undefined (reading 'title')
    at JobCard (src/jobs/job-card.tsx:14:22)
    at renderWithHooks (node_modules/react-dom/...)
\`\`\`

- **What:** something before \`.title\` is \`undefined\`.
- **Where:** line 14 of \`job-card.tsx\`; the lines below are React doing its work.
- **Why, most likely:** the list renders once before the jobs have arrived.

### What to do

1. Reproduce it: render the card with an empty list in a test.
2. Fix the type, not the symptom: let the prop be \`Job\`, never \`Job | undefined\`, and do not render the card without one.
3. Keep the test.

A \`?.\` on that line would hide the crash and show an empty card instead. That is the worse bug.`,
  },
  {
    about: /\btests?\b|vitest|\bjest\b|coverage/i,
    text: `## A Vitest test that can fail

Say the behaviour in the title, act once, and check what a user would notice:

\`\`\`ts
import { expect, it } from 'vitest'
import { followUpDate } from './follow-up-date'

it('skips the weekend', () => {
  const friday = new Date('2026-11-20T16:00:00Z')

  expect(followUpDate(friday, { workingDays: 2 })).toEqual(new Date('2026-11-24T16:00:00Z'))
})
\`\`\`

### Why it is built like this

- **No mocks**: dates go in, a date comes out.
- **One reason to fail**, so the red line names the bug.
- **A fixed day**, because a test that reads today's date fails on the worst Friday of the year.

### Try to break it

1. Return the date unchanged: red?
2. Count Saturday: red?
3. Both? Then the test earns its place.`,
  },
  {
    about: /\brest\b|endpoint|\bapi\b|\broutes?\b/i,
    text: `## \`POST /applications\`

Design the failure first; the good case is the easy part.

| case | answer |
| --- | --- |
| stored | \`201\` and a \`Location\` |
| a field is wrong | \`422\` with the field and a sentence |
| sent twice | \`200\` with the first one |
| signed out | \`401\` |

\`\`\`ts
app.post('/applications', validate(NewApplication), async (c) => {
  const { key, ...application } = c.req.valid('json')
  const { stored, isNew } = await applications.addOnce(key, application)
  return c.json(stored, isNew ? 201 : 200)
})
\`\`\`

### Decisions worth a line in the review

- **An idempotency key from the client**: a retry after a lost answer must not apply twice.
- **Validation at the edge**, so that the rest of the code only meets what fits.
- **No verbs in the path**: the method is the verb.`,
  },
]

/** The answer to everything else. */
export const codeFallback = `## That needs a model

This demo has no model behind it, only a few answers that are ready. In the coding mode they are about:

- **a review** of a React hook
- **a stack trace** and what it says
- **a test** with Vitest
- **a REST endpoint**

### With Shortlist on your computer

You would upload the folder of your project and ask about it. The answer names the files and lines that it rests on:

\`\`\`sh
npx -y pnpm@12.4.2 start
\`\`\`

1. Open \`http://localhost:4000\` and sign up; the account exists on your computer alone.
2. Drop your project on "File Upload" in the menu.
3. Ask the question that you have just asked here.`

const replies = { chat: codeReplies, coach: coachReplies } as const
const fallbacks = { chat: codeFallback, coach: coachFallback } as const

/** Says at the end of every reply where it comes from. */
const ORIGIN =
  '*A prepared answer of the demo. On your own computer a model of your choice writes it, or the built-in guides do.*'
