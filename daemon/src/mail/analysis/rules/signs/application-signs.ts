import { anywhere, type Sign, sender, subject, text } from '../sign.ts'

/** An application of the reader is on its way: received, incomplete, tested, looked at. */
export const applicationSigns: readonly Sign[] = [
  sender(4, /\b(?:hackerrank\w*|codility|codesignal|testgorilla|coderpad)\b/),
  anywhere(
    4,
    /\bthank(?:s| you) (?:so much |very much )?for (?:applying|your application|submitting|sending (?:us|in) your)/,
  ),
  text(1, /\bthank(?:s| you) for your interest\b/),
  anywhere(
    5,
    /\b(?:received|got) your (?:\w+ )?application\b|\byour application\b.{0,60}\b(?:has been|was|is) (?:successfully )?(?:received|sent|submitted|forwarded|incomplete|complete|with)\b/,
  ),
  anywhere(
    4,
    /\bapplication (?:submitted|received|sent|confirmation)\b|\byour application\b.{0,60}\bhas arrived\b|\bsubmitted successfully\b/,
  ),
  subject(2, /\bapplication\b/),
  text(2, /\byour (?:job )?application\b|\bthe application\b/),
  text(
    3,
    /\b(?:review|reads?|looking at|look at|reading through)\b (?:your|every|each|all) (?:application|profile|qualifications|background|documents|resume|cv)/,
  ),
  anywhere(4, /\b(?:viewed|looked at|opened) your application\b/),
  anywhere(
    5,
    /\b(?:coding|technical|programming) (?:test|challenge|exercise|assessment|task|assignment)\b|\btake-?home\b|\bhome assignment\b/,
  ),
  text(3, /\b(?:assessment|test|challenge)\b.{0,80}\b(?:expires?|valid until|minutes|complete)\b/s),
  text(
    3,
    /\bmissing (?:the following )?(?:documents?|information)\b|\bproof of right to work\b|\bapplication is (?:missing|incomplete)\b/,
  ),
  text(
    3,
    /\bsalary expectations?\b|\bnotice period\b|\bearliest (?:possible )?start(?:ing)? date\b|\bvisa sponsorship\b|\bright to work\b/,
  ),
  text(
    4,
    /\b(?:act as|as|names of|provide) (?:\w+ ){0,4}references\b|\breferences for your application\b|\bhiring committee\b/,
  ),
  text(
    2,
    /\bdocuments are with\b|\bwhat happens next\b|\bhiring team\b|\brecruiting team\b|\bhiring process\b/,
  ),
  text(
    2,
    /\bwe will (?:contact|get back to|be in touch|review)\b|\bgets? back to you\b|\bhear (?:back )?from us\b/,
  ),

  anywhere(2, /\b(?:ihre|deine|eurer?|ihrer|deiner) bewerbung\b/),
  anywhere(4, /\beingangsbestatigung\b|\beingang (?:ihrer|deiner) bewerbung\b/),
  text(4, /\bbewerbung\b.{0,80}\b(?:erhalten|eingegangen|angekommen)\b/s),
  text(3, /\b(?:prufen|sichten) (?:ihre|deine)\b|\bbewerbungsunterlagen\b|\bfachabteilung\b/),
  anywhere(4, /\bzwischen(?:bescheid|stand)\b|\bfehlende unterlagen\b|\bfehlen uns noch\b/),
  anywhere(5, /\b(?:probe|test|programmier|coding-?|code-?)aufgabe\b|\bcoding-?challenge\b/),
  text(3, /\bgehaltsvorstellung\w*|\bkundigungsfrist\b|\bfruhest\w* eintritt\w*/),

  anywhere(2, /\b(?:votre|ta) candidature\b/),
  text(
    4,
    /\baccus(?:ons|e|ant) (?:bonne )?reception\b|\bcandidature\b.{0,60}\b(?:envoyee|recue|transmise|enregistree)\b/,
  ),
  subject(3, /\bcandidature\b.{0,40}\b(?:envoyee|recue|transmise)\b/),
  anywhere(5, /\btest technique\b|\bexercice technique\b/),
  text(4, /\bpretentions salariales\b|\bvotre preavis\b|\bdossier de candidature\b/),
  text(2, /\bnos equipes\b.{0,40}\b(?:examiner\w*|etudier\w*)\b/),
]
