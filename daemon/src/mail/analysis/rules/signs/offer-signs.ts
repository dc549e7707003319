import { readSigns } from '../read-signs.ts'

/** The reader is offered a job, or the terms of an offer are talked about. */
export const offerSigns = readSigns(String.raw`
  6 text     offer(ing)? you (the |a |an |this |our )?(\w+ ){0,2}(position|role|job|post|contract|employment)
  6 text     (make|extend|extending|present)\b (you )?(an|this|our|a formal|the) (\w+ )?offer
  6 anywhere (job |employment |formal )?offer letter | letter of offer | offer of employment
  |          employment contract
  5 subject  (your|our|job|an) offer
  4 anywhere (our|your|the|this) offer\b.{0,60}\b(expires?|is (open|valid)|letter|from|stands|runs out|contract|until)
  2 text     contract\b.{0,60}\b(attached|enclosed|sign|lawyers?)
  3 text     base salary | sign-?on bonus | percent equity | % equity | stock options
  |          compensation package | we want you on board | relocation (budget|package) | benefits package
  4 text     (love|like|want|happy) (you )?(to have you|you to join|for you to join) (us|our)
  |          we want you (on|in|to join|at|as|for) (our|the|us|this)
  3 subject  we want you | compensation
  2 text     need your decision | what do you say | say yes
  2 text     salary\b.{0,60}\b(benefits|start date)

  5 anywhere vertragsangebot | jobangebot
  3 text     arbeitsvertrag | jahresgehalt
  6 text     (stelle|position)\b.{0,80}\banbieten | angebot als
  |          machen (dir|ihnen)\b.{0,30}\bangebot
  5 subject  zusage
  4 text     (mochten|wurden) (dich|sie)\b.{0,40}\b(im|in unserem|in unser) team

  6 anywhere (proposition|promesse) d'embauche | offre d'embauche
  6 text     (vous|te) (proposer|offrir) (le|un|ce) (poste|contrat|cdi)
`)
