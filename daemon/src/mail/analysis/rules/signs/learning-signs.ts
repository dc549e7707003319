import { readSigns } from '../read-signs.ts'

/** Courses, lessons, exams, certificates. */
export const learningSigns = readSigns(String.raw`
  5 sender   @([\w-]+\.)*(coursera\.org|udemy\.com|udemymail\.com|edx\.org|pluralsight\.com|egghead\.io|frontendmasters\.com|codecademy\.com|khanacademy\.org|openhpi\.de|datacamp\.com|skillshare\.com|brilliant\.org|duolingo\.com|openclassrooms\.com)
  2 sender   academy | akademie | university | formation | bootcamp | course
  3 anywhere courses? | curriculum | syllabus | bootcamp | cohort(-based)?
  3 anywhere lessons? | tutorials? | exercises? (at|before|before our|from|and) | email course
  3 anywhere certificat(e|ion) | exam | study guide | practice questions
  3 anywhere assignment \d | quiz | homework
  2 text     you('ll| will) learn | learn how | continue learning | step by step
  |          mentor(ing)? session | code reviews? by a mentor
  3 subject  learn | learning | mentoring

  3 anywhere weiterbildung | schulung | lehrgang | fortbildung | lernplattform | kursunterlagen
  2 anywhere kurs | kurse | lektion | ubungen | prufung

  3 anywhere formations?
  2 anywhere cours | chapitres? | certificat | quiz
`)
