import type { Family } from '../mail/mail-looks.tsx'
import type { Exit, Pipeline, Stage } from './pipeline.ts'

const placeNames: Readonly<Record<Stage | Exit, string>> = {
  applied: 'Applications',
  interview: 'Interview',
  offer: 'Offer',
  accepted: 'Accepted',
  rejected: 'Rejected',
  waiting: 'Waiting',
}

const familyNames: Readonly<Record<Family, string>> = {
  pipeline: 'Pipeline',
  people: 'People',
  reading: 'Reading',
  other: 'Other',
}

/** Texts of plots. */
export const insightsCopy = {
  insights: 'Insights',
  tooFew: 'Plots appear after a few analysed emails',
  basedOn: (emails: number) => `Based on ${emails} analysed ${emails === 1 ? 'email' : 'emails'}`,
  asTable: 'As a table',
  asList: 'As a list',
  pipeline: 'Pipeline',
  example: 'Example',
  placeNames,
  pipelineSentence: ({ reached, exits }: Pipeline) =>
    `${many(reached.applied, 'application')}: ${many(reached.interview, 'interview')}, ${many(reached.offer, 'offer')}, ${reached.accepted} accepted, ${exits.rejected} rejected, ${exits.waiting} waiting`,
  from: 'From',
  to: 'To',
  count: 'Count',
  showOnly: (what: string) => `Show only ${what}`,
  copyImage: 'Copy as image',
  byWeek: 'Mail by week',
  byWeekHint: 'Mail by week - click a band to filter',
  byWeekSentence: (mails: number, weeks: number) =>
    `${many(mails, 'analysed email')} in the last ${weeks} weeks`,
  week: 'Week',
  weekName: (number: number) => `W${number}`,
  familyNames,
  nextDays: (days: number) => `Next ${days} days`,
  nextDaysSentence: (events: number, days: number) =>
    `${events === 0 ? 'No events' : many(events, 'event')} in the next ${days} days`,
  today: 'today',
  clash: 'at the same time as another one',
} as const

function many(count: number, thing: string): string {
  return `${count} ${thing}${count === 1 ? '' : 's'}`
}
