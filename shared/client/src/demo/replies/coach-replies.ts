import type { CannedReply } from './canned-reply.ts'

/** What the job-search coach has an answer to. */
export const coachReplies: readonly CannedReply[] = [
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
