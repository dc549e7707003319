import type { Category, Priority } from '@shortlist/contracts/mail'

/** What each category of the specification stands for; the model is told so, and the gold set follows it. */
export const categoryMeanings: Readonly<Record<Category, string>> = {
  job_application:
    'an application of the reader on its way: received, incomplete, under review, tests and take-home exercises, references',
  job_rejection: 'an employer says no, however kindly, or withdraws the position',
  job_acceptance: 'after the reader said yes: signed contract, onboarding, first day',
  job_interview:
    "the reader's own interview or first call is invited to, arranged, moved, called off or close",
  job_offer: 'the reader is offered a job, or its terms are talked about',
  event: 'meet-ups, conferences, webinars, job fairs',
  learning: 'courses, lessons, exams, certificates',
  tools: 'notices of developer tools and services: CI, hosting, security, releases, their bills',
  networking: 'people and recruiters who write first, referrals, introductions, coffee',
  newsletter: 'written to many: digests, job alerts, marketing, articles about interviews',
  community: 'open source and developer communities: issues, forums, chats, volunteers',
  freelance: 'work for clients: inquiries, quotes, contracts, invoices',
  other: 'everything else, and scams',
}

export const priorityMeanings: Readonly<Record<Priority, string>> = {
  high: 'interviews, offers, acceptances, and applications or client work with something due or asked',
  medium:
    'other news about applications, rejections, personal messages, client inquiries, events the reader takes part in, notices that need an act',
  low: 'newsletters, promotions, digests, routine notices, scams',
}
