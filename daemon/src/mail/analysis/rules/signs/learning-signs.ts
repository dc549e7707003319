import { anywhere, type Sign, sender, subject, text } from '../sign.ts'

/** Courses, lessons, exams, certificates. */
export const learningSigns: readonly Sign[] = [
  sender(
    5,
    /@(?:[\w-]+\.)*(?:coursera\.org|udemy\.com|udemymail\.com|edx\.org|pluralsight\.com|egghead\.io|frontendmasters\.com|codecademy\.com|khanacademy\.org|openhpi\.de|datacamp\.com|skillshare\.com|brilliant\.org|duolingo\.com|openclassrooms\.com)\b/,
  ),
  sender(2, /\b(?:academy|akademie|university|formation|bootcamp|course)\b/),
  anywhere(3, /\b(?:courses?|curriculum|syllabus|bootcamp|cohort(?:-based)?)\b/),
  anywhere(
    3,
    /\b(?:lessons?|tutorials?|exercises? (?:at|before|before our|from|and)|email course)\b/,
  ),
  anywhere(3, /\bcertificat(?:e|ion)\b|\bexam\b|\bstudy guide\b|\bpractice questions\b/),
  anywhere(3, /\bassignment \d\b|\bquiz\b|\bhomework\b/),
  text(
    2,
    /\b(?:you(?:'ll| will) learn|learn how|continue learning|step by step|mentor(?:ing)? session|code reviews? by a mentor)\b/,
  ),
  subject(3, /\b(?:learn|learning|mentoring)\b/),

  anywhere(3, /\b(?:weiterbildung|schulung|lehrgang|fortbildung|lernplattform|kursunterlagen)\b/),
  anywhere(2, /\b(?:kurs|kurse|lektion|ubungen|prufung)\b/),

  anywhere(3, /\bformations?\b/),
  anywhere(2, /\b(?:cours|chapitres?|certificat|quiz)\b/),
]
