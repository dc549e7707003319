import type { CannedReply } from './canned-reply.ts'

/** What the code assistant has an answer to. */
export const codeReplies: readonly CannedReply[] = [
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
