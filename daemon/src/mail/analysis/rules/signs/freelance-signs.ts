import { anywhere, type Sign, sender, subject, text } from '../sign.ts'

/** Work for clients: inquiries, proposals, contracts, invoices. */
export const freelanceSigns: readonly Sign[] = [
  sender(
    5,
    /@(?:[\w-]+\.)*(?:upwork\.com|malt\.(?:com|fr|de)|toptal\.com|freelancermap\.de|freelancer\.com|fiverr\.com|gulp\.de|codeur\.com|peopleperhour\.com|contra\.com)\b/,
  ),
  anywhere(5, /\b(?:day rate|daily rate|hourly rate|your (?:usual )?rates?|hourly: ?\$)/),
  anywhere(
    4,
    /\bfreelanc\w+|\bindependent contractor\b|\bsubmit a proposal\b|\binvited to a job\b/,
  ),
  anywhere(4, /\b(?:written )?quote\b|\bstatement of work\b|\bkick-?off\b/),
  anywhere(3, /\binvoices?\b/),
  anywhere(
    3,
    /\bnew (?:website|web ?shop|site|landing page|app) for (?:our|my|us)\b|\b(?:our|need a new|build a|rebuild our|redo our) (?:\w+ )?(?:website|web ?shop)\b/,
  ),
  text(
    3,
    /\bextend (?:your|the) contract\b|\b(?:a |the |our )client (?:is (?:very )?(?:happy|interested)|has approved|invited you|wants)\b/,
  ),
  text(
    2,
    /\bour budget\b|\bhow much (?:would|will|this)|\bwhat (?:this|it) would cost\b|\bwould cost\b|\bhire you for\b|\brelaunch\b/,
  ),
  text(2, /\b(?:part-time engagement|hours? (?:a|per) week|days a week|project)\b/),
  subject(2, /\b(?:project|quote|proposal)\b/),

  anywhere(5, /\b(?:stundensatz|tagessatz|freiberuflich\w*|projektanfrage|freelance-?projekt)\b/),
  anywhere(4, /\bihre[rn]? rechnung\b|\bhonorar\b/),
  text(
    4,
    /\bangebot (?:machen|erstellen|unterbreiten)\b|\bneue (?:internetseite|webseite|website|homepage)\b/,
  ),
  subject(3, /\banfrage\b|\brechnung\b/),

  anywhere(
    5,
    /\bdevis\b|\btarif journalier\b|\btjm\b|\bmission freelance\b|\bproposition de mission\b/,
  ),
  text(
    3,
    /\bdeveloppeu(?:r|se) (?:independant|freelance)e?\b|\brefondre notre\b|\bboutique en ligne\b/,
  ),
]
