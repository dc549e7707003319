import { anywhere, type Sign, sender, subject, text } from '../sign.ts'

const interview = '(?:interviews?|vorstellungsgesprach|bewerbungsgesprach|entretien)'
const person =
  '(?:hiring manager|head of|cto|ceo|co-?founder|founders?|engineering manager|tech(?:nical)? lead|vp |director|engineers|recruiter|panel|our team|the team)'

/** An interview is arranged, moved, called off or about to take place. */
export const interviewSigns: readonly Sign[] = [
  sender(3, /\b(?:goodtime|modernloop|hirevue|karat)\b/),
  sender(2, /\b(?:calendly|cal\.com|savvycal)\b/),

  subject(3, new RegExp(`\\b${interview}\\b`)),
  anywhere(3, new RegExp(`\\b${interview}\\b.{0,60}\\b(?:(?:re)?scheduled|moved to|confirmed)\\b`)),
  anywhere(
    4,
    /\b(?:re-?schedul\w+|schedul\w+|confirm|book|arrange|set up|move|cancel|call off|postpone|choose a time for) (?:\w+ ){0,4}interview\b/,
  ),
  anywhere(
    4,
    /\binterview(?: \w+){0,4} (?:has been|have been|is|was|were) (?:now )?(?:re-?scheduled|scheduled|moved|confirmed|cancell?ed|postponed|booked)/,
  ),
  anywhere(
    3,
    /\b(?:phone|video|technical|panel|final|first|second|onsite|on-site|coding|system design|behaviou?ral|screening|virtual|zoom|teams|hr|cultural|on-demand video) (?:interview|screen|screening)\b/,
  ),
  anywhere(
    3,
    /\b(?:phone screen|screening call|intro(?:ductory)? call|recruiter call|technical (?:conversation|chat|discussion|call|round))\b/,
  ),
  anywhere(4, /\b(?:invite|inviting|invited|invitation)\b.{0,60}\binterview\b/),
  anywhere(
    4,
    /\b(?:like|love|happy|pleased|delighted|keen) to (?:interview|meet|speak (?:with|to)|talk (?:with|to)) you\b/,
  ),
  anywhere(3, /\byour (?:upcoming |next )?(?:interview|conversation) (?:with|at|for|on)\b/),
  anywhere(4, /\b(?:do|have|hold|start) (?:the|an|our|your) (?:\w+ )?interview\b/),
  anywhere(3, /\bwant(?:s|ed)? to interview you\b|\bupcoming interview\b/),
  anywhere(2, /\binterviewers?\b/),

  text(
    3,
    new RegExp(
      `\\b(?:call|chat|conversation|session|meeting|talk|speak|interview)\\b.{0,30}\\b(?:with|to)\\b.{0,40}\\b${person}`,
    ),
  ),
  text(3, /\bget to know you\b|\bmeet (?:the|our) (?:team|founders?)\b/),
  subject(
    3,
    /\bmeet (?:the|our) (?:team|founders?)\b|\byour day with us\b|\blet's talk about your application\b/,
  ),
  text(
    3,
    /\b(?:move|moving|take|taking|invite|inviting|bring)\b (?:you )?(?:on |forward |along )?to the (?:next|final|second|third) (?:round|stage|step|interview)/,
  ),
  text(2, /\b(?:first|second|third|next|final|last) (?:round|stage)\b/),
  anywhere(1, /\bnext steps?\b/),
  text(
    3,
    /\b(?:invite you to|welcome you (?:at|in)|come to|visit) our (?:office|headquarters|studio)\b/,
  ),
  anywhere(
    4,
    /\b(?:pair(?:ed|ing)?(?: programming)?|live coding|whiteboard(?:ing)?|system design|code review) (?:session|round|exercise with|with)\b/,
  ),
  anywhere(4, /\b(?:trial|super) day\b|\btrial week\b/),
  text(2, /\b(?:are|would) you (?:be )?(?:free|available)\b/),
  text(
    2,
    /\b(?:send|share|give|let me know|let us know|tell me|suggest)\b.{0,40}\b(?:availability|slots|time slots|times that|dates that|when you are (?:free|available))/,
  ),
  text(
    2,
    /\bwould (?:\w+ ){1,8}(?:suit|work for) you\b|\bchoose a time\b|\bpick a (?:time|slot)\b/,
  ),
  text(1, /\b(?:video|web) (?:call|chat|conference)\b|\b(?:zoom|google meet|microsoft teams)\b/),
  text(
    1,
    /\b(?:your application|the position|the role|your cv|your resume|your profile|your portfolio)\b/,
  ),

  anywhere(
    4,
    /\b(?:vorstellungs|bewerbungs|kennenlern|fach|erst|zweit|video|telefon|job)-?(?:gesprach|interview)/,
  ),
  text(3, /\bersten? gesprach\b|\bgesprach (?:per|via) video\b/),
  text(3, /\b(?:personlich |naher |besser )?kennen ?(?:zu)?lernen\b/),
  anywhere(4, /\b(?:probe(?:tag|arbeit\w*)|schnuppertag)\b/),
  anywhere(3, /\beinladung zu[mr]\b.{0,30}(?:gesprach|interview|runde)/),
  anywhere(3, /\b(?:kurz\w* )?(?:telefonat|telefonieren)\b|\btelefontermin\b/),
  anywhere(
    3,
    /\bterminvors?chl\w+|\bterminverschiebung\b|\btermin(?:e)? (?:verschieben|bestatigen)/,
  ),
  text(3, /\b(?:nachste|zweite|letzte)n? runde\b/),
  text(1, /\bneuer termin\b|\bpasst (?:dir|ihnen) der termin\b/),

  anywhere(
    3,
    /\bentretien (?:technique|telephonique|en visio|d'embauche|avec|le|est)\b|\binvitation a un entretien\b/,
  ),
  text(3, /\b(?:vous|te) rencontrer\b|\bfaire (?:votre|ta) connaissance\b/),
  anywhere(3, /\b(?:echange|appel|point|rendez-vous)\b (?:en visio|telephonique|video)/),
  text(2, /\bentretien\b/),
  text(2, /\bvos disponibilites\b|\bseriez-vous disponible\b|\betes-vous disponible\b/),
]
