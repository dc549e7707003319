import { anywhere, type Sign, sender, subject, text } from '../sign.ts'

/** People who write first: recruiters with a role, contacts, referrals, introductions. */
export const networkingSigns: readonly Sign[] = [
  sender(
    5,
    /\b(?:invitations|inmail-hit-reply|messages-noreply|hit-reply|member)@linkedin\.com|@(?:[\w-]+\.)*xing\.com\b/,
  ),
  sender(
    2,
    /\b(?:recruit(?:ment|ing)? (?:agency|partners?)|staffing|headhunt\w*|personalberatung|talent ?bridge|chasseurs?)\b/,
  ),
  anywhere(
    5,
    /\b(?:wants to connect|professional network|just messaged you|new inmail|kontaktanfrage|vernetzen)\b/,
  ),
  text(
    5,
    /\b(?:came across|found|saw|noticed|stumbled (?:up)?on|looking at) your (?:profile|background|github|work|linkedin)\b/,
  ),
  text(4, /\byour (?:profile|background|experience) (?:caught|stood|looks|seems)\b/),
  text(
    4,
    /\b(?:great|good|perfect|strong) (?:fit|match) for (?:a|my|our|one of my) (?:\w+ )?clients?\b|\b(?:a|our|my) (?:direct )?client of mine\b|\bdirect client\b/,
  ),
  text(
    3,
    /\b(?:would|are) you (?:be )?open to\b|\bopen to (?:new|work|a chat|hearing)\b|\bexciting (?:new )?(?:opportunity|role)\b/,
  ),
  text(
    3,
    /\btell you more about the (?:opportunity|role|team)\b|\binterested in hearing\b|\bupdated (?:resume|cv)\b|\bjob description\b/,
  ),
  subject(
    3,
    /\b(?:exciting )?opportunit(?:y|ies)\b|\burgent requirement\b|\brole\b.{0,30}\b(?:remote|up to)\b/,
  ),
  anywhere(5, /\b(?:refer you|submit the referral|put in a (?:good )?word|referral)\b/),
  anywhere(
    4,
    /\b(?:grab (?:a )?coffee|coffee\?|catch up|long time no see|stay in touch|keep in touch)\b/,
  ),
  text(
    4,
    /\b(?:introduce you|make (?:an )?introductions?|connecting you (?:two|with)|happy to introduce)\b/,
  ),
  subject(4, /^intro\b|\bintroduction\b/),
  text(
    2,
    /\bgreat to meet you\b|\bmet at\b|\bworked (?:so well )?together\b|\brecruiter\b|\bspecialist recruiter\b/,
  ),

  text(5, /\bauf (?:ihr|dein) profil\b|\b(?:unseren?|meinen?) (?:mandant|kund)en\b.{0,60}\bsuche/s),
  text(3, /\b(?:offen fur (?:einen wechsel|neue)|unverbindliche[rn]? austausch)\b/),
  subject(2, /\b(?:spannende|interessante|neue) (?:position|stelle|herausforderung|moglichkeit)\b/),

  text(5, /\b(?:decouvert|vu|consulte|trouve) votre profil\b|\bvotre profil (?:sur|a retenu)\b/),
  text(4, /\bl'un de mes clients\b|\bmon client\b|\bnouvelles opportunites\b|\ba l'ecoute\b/),
  subject(2, /\bopportunite\b/),
]
