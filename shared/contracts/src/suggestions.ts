import type { Mode } from './chat.ts'

/** What is looked up in calendar and mails by rules, each asked for in exactly these words. */
export const lookUps = {
  nextInterview: 'When is my next interview?',
  deadlines: 'Deadlines this week',
} as const
export type LookUp = keyof typeof lookUps

/** Which look-up a question is, in any letter case and however it ends; null where it is none. */
export function lookUpOf(question: string): LookUp | null {
  const asked = bare(question)
  const names = Object.keys(lookUps) as LookUp[]
  return names.find((name) => bare(lookUps[name]) === asked) ?? null
}

function bare(question: string): string {
  return question
    .toLowerCase()
    .replace(/\s+/g, ' ')
    .replace(/^ |[ .?!]+$/g, '')
}

/** A question that an empty chat proposes since it can be answered now. */
export interface Suggestion {
  readonly question: string
  /** What the user adds to it; left out where it is whole. */
  readonly material?: string
  /** What its answer names as its source: a look-up, or a guide by its title; null for a model. */
  readonly source: string | null
}

/** What the answers of look-ups name as their source. */
export const lookUpSources: Readonly<Record<LookUp, string>> = {
  nextInterview: 'From your calendar',
  deadlines: 'From your mails',
}

const lookedUp: readonly Suggestion[] = [
  { question: lookUps.nextInterview, source: lookUpSources.nextInterview },
  { question: lookUps.deadlines, source: lookUpSources.deadlines },
]

/** What an empty chat proposes, by its mode and by what answers: the built-in guides or a model. */
export const suggestions: Readonly<
  Record<Mode, Readonly<Record<'guides' | 'model', readonly Suggestion[]>>>
> = {
  coach: {
    guides: [
      ...lookedUp,
      { question: "How do I answer 'tell me about yourself'?", source: 'Tell me about yourself' },
      { question: 'What do I ask the interviewer?', source: 'Questions to ask the interviewer' },
      { question: 'How do I negotiate an offer?', source: 'Negotiating a salary offer' },
      { question: 'How do I plan my week?', source: 'A weekly plan for the job search' },
    ],
    model: [
      ...lookedUp,
      { question: 'Mock interview: 5 questions', source: null },
      { question: 'Plan my week of applications', source: null },
      { question: 'Rewrite my CV summary', material: 'paste it', source: null },
      { question: 'Compare two offers', material: 'paste them', source: null },
    ],
  },
  chat: {
    guides: [
      { question: 'How do I read a stack trace?', source: 'Reading a stack trace' },
      { question: 'How do I test with Vitest?', source: 'Writing a good unit test with Vitest' },
      { question: 'How do I design a REST endpoint?', source: 'Designing a REST endpoint' },
      { question: 'What goes wrong with React hooks?', source: 'React hooks pitfalls' },
    ],
    model: [
      { question: 'Review this React hook', material: 'paste it', source: null },
      { question: 'Explain a stack trace', material: 'paste it', source: null },
      { question: 'Write a Vitest test', material: 'paste the function', source: null },
      { question: 'Design a REST endpoint', material: 'say what for', source: null },
    ],
  },
}
