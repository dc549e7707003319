import { readSigns } from '../read-signs.ts'

/** An application of the reader is on its way: received, incomplete, tested, looked at. */
export const applicationSigns = readSigns(String.raw`
  4 sender   hackerrank\w* | codility | codesignal | testgorilla | coderpad
  4 anywhere thank(s| you) (so much |very much )?for (applying|your application|submitting|sending (us|in) your)
  1 text     thank(s| you) for your interest
  5 anywhere (received|got|have) your (\w+ ){0,3}(application|cv|resume|cover letter|documents)
  |          your application\b.{0,60}\b(has been|was|is) (successfully )?(received|sent|submitted|forwarded|incomplete|complete|with)
  4 anywhere application (submitted|received|sent|confirmation)
  |          your application\b.{0,60}\bhas arrived | submitted successfully
  2 subject  application
  4 anywhere (status|step|stage|progress) of your application | where we are with your application
  |          application (status|update)
  |          your application\b.{0,40}\bis (in|now|currently|under|being|still)
  2 text     (appreciate|thanks? (you )?for|grateful for) your interest in
  |          documents (have )?(safely )?arrived
  3 text     if your (background|profile|skills|experience|qualifications) (fits?|match(es)?|aligns?|meets?|seems?)
  |          (candidate|applicant) (portal|account|area)
  4 subject  references?
  3 text     (people|colleagues|managers?) who (have worked|worked|can speak) | reference check
  2 text     your (repository|solution|submission)
  2 text     your (job )?application | the application
  3 text     (review|reads?|looking at|look at|reading through)\b (your|every|each|all) (application|profile|qualifications|background|documents|resume|cv)
  4 anywhere (viewed|looked at|opened) your application
  5 anywhere (coding|technical|programming) (test|challenge|exercise|assessment|task|assignment)
  |          take-?home | home assignment
  3 text     (assessment|test|challenge)\b.{0,80}\b(expires?|valid until|minutes|complete)
  3 text     missing (the following )?(documents?|information) | proof of right to work
  |          application is (missing|incomplete)
  3 text     salary expectations? | notice period | earliest (possible )?start(ing)? date
  |          visa sponsorship | right to work
  4 text     (act as|as|names of|provide) (\w+ ){0,4}references | references for your application
  |          hiring committee
  2 text     documents are with | what happens next | hiring team | recruiting team
  |          hiring process
  2 text     we will (contact|get back to|be in touch|review) | gets? back to you
  |          hear (back )?from us

  2 anywhere (ihre|deine|eurer?|ihrer|deiner) bewerbung
  4 anywhere eingangsbestatigung | eingang (ihrer|deiner) bewerbung
  4 text     bewerbung\b.{0,80}\b(erhalten|eingegangen|angekommen)
  3 text     (prufen|sichten) (ihre|deine) | bewerbungsunterlagen | fachabteilung
  4 anywhere zwischen(bescheid|stand) | fehlende unterlagen | fehlen uns noch
  5 anywhere (probe|test|programmier|coding-?|code-?)aufgabe | coding-?challenge
  3 text     gehaltsvorstellung\w* | kundigungsfrist | fruhest\w* eintritt\w*

  2 anywhere (votre|ta) candidature
  4 text     accus(ons|e|ant) (bonne )?reception
  |          candidature\b.{0,60}\b(envoyee|recue|transmise|enregistree)
  3 subject  candidature\b.{0,40}\b(envoyee|recue|transmise)
  5 anywhere test technique | exercice technique
  4 text     pretentions salariales | votre preavis | dossier de candidature
  2 text     nos equipes\b.{0,40}\b(examiner\w*|etudier\w*)
`)
