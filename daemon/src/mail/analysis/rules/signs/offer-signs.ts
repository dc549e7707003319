import { anywhere, type Sign, subject, text } from '../sign.ts'

const post =
  '(?:the |a |an |this |our )?(?:\\w+ ){0,2}(?:position|role|job|post|contract|employment)'

/** The reader is offered a job, or the terms of an offer are talked about. */
export const offerSigns: readonly Sign[] = [
  text(6, new RegExp(`\\boffer(?:ing)? you ${post}\\b`)),
  text(
    6,
    /\b(?:make|extend|extending|present)\b (?:you )?(?:an|this|our|a formal|the) (?:\w+ )?offer\b/,
  ),
  anywhere(
    6,
    /\b(?:job |employment |formal )?offer letter\b|\bletter of offer\b|\boffer of employment\b|\bemployment contract\b/,
  ),
  subject(5, /\b(?:your|our|job|an) offer\b/),
  anywhere(
    4,
    /\b(?:our|your|the|this) offer\b.{0,60}\b(?:expires?|is (?:open|valid)|letter|from|stands|runs out|contract|until)\b/s,
  ),
  text(2, /\bcontract\b.{0,60}\b(?:attached|enclosed|sign|lawyers?)\b/s),
  text(
    3,
    /\b(?:base salary|sign-?on bonus|percent equity|% equity|stock options|compensation package|relocation (?:budget|package)|benefits package)\b/,
  ),
  text(
    4,
    /\b(?:love|like|want|happy) (?:you )?(?:to have you|you to join|for you to join) (?:us|our)\b|\bwe want you\b/,
  ),
  subject(3, /\bwe want you\b|\bcompensation\b/),
  text(2, /\bneed your decision\b|\bwhat do you say\b|\bsay yes\b/),
  text(2, /\bsalary\b.{0,60}\b(?:benefits|start date)\b/s),

  anywhere(5, /\bvertragsangebot\b|\bjobangebot\b/),
  text(3, /\barbeitsvertrag\b|\bjahresgehalt\b/),
  text(
    6,
    /\b(?:stelle|position)\b.{0,80}\banbieten\b|\bangebot als\b|\bmachen (?:dir|ihnen)\b.{0,30}\bangebot\b/s,
  ),
  subject(5, /\bzusage\b/),
  text(4, /\b(?:mochten|wurden) (?:dich|sie)\b.{0,40}\b(?:im|in unserem|in unser) team\b/),

  anywhere(6, /\b(?:proposition|promesse) d'embauche\b|\boffre d'embauche\b/),
  text(6, /\b(?:vous|te) (?:proposer|offrir) (?:le|un|ce) (?:poste|contrat|cdi)\b/),
]
