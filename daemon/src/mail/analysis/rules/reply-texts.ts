import type { Language } from '../../dates/detect-language.ts'

/** What a reply is for. */
export type Occasion =
  | 'confirm-time'
  | 'find-time'
  | 'send-times'
  | 'which-time'
  | 'invited'
  | 'moved'
  | 'called-off'
  | 'rejection'
  | 'offer'
  | 'acceptance'
  | 'test'
  | 'question'
  | 'recruiter'
  | 'contact'
  | 'contact-time'
  | 'client'

/**
 * Replies that claim nothing about the user. `{time}` is the time in the words of the mail. The
 * German ones come without and with familiar address ("du").
 */
export const replyTexts: Record<Occasion, Record<Language | 'de-du', string>> = {
  'confirm-time': {
    en: 'Thank you for the invitation. {time} works for me, and I look forward to talking to you.',
    de: 'vielen Dank für die Einladung. Der Termin ({time}) passt mir gut, ich freue mich auf das Gespräch.',
    'de-du':
      'vielen Dank für die Einladung. Der Termin ({time}) passt mir gut, ich freue mich auf das Gespräch.',
    fr: 'Je vous remercie de votre invitation. Le créneau proposé ({time}) me convient et je me réjouis de cet échange.',
  },
  'find-time': {
    en: 'Thank you for your message. I would be glad to talk. Could you suggest two or three times that suit you? I will confirm one of them right away.',
    de: 'vielen Dank für Ihre Nachricht. Ich freue mich auf das Gespräch. Könnten Sie mir zwei oder drei Termine vorschlagen, die Ihnen passen? Ich bestätige dann umgehend einen davon.',
    'de-du':
      'vielen Dank für deine Nachricht. Ich freue mich auf das Gespräch. Kannst du mir zwei oder drei Termine vorschlagen, die dir passen? Ich bestätige dann gleich einen davon.',
    fr: 'Je vous remercie de votre message et échangerai volontiers avec vous. Pourriez-vous me proposer deux ou trois créneaux ? Je vous en confirmerai un aussitôt.',
  },
  'send-times': {
    en: 'Thank you for your message. I would be glad to talk and will send you a few times that suit me shortly.',
    de: 'vielen Dank für Ihre Nachricht. Ich freue mich auf das Gespräch und schicke Ihnen in Kürze einige Termine, die mir passen.',
    'de-du':
      'vielen Dank für deine Nachricht. Ich freue mich auf das Gespräch und schicke dir in Kürze einige Termine, die mir passen.',
    fr: 'Je vous remercie de votre message. J’échangerai volontiers avec vous et vous transmets mes disponibilités très prochainement.',
  },
  'which-time': {
    en: 'Thank you for the invitation, I would be glad to talk. Could you confirm the exact day and time for me?',
    de: 'vielen Dank für die Einladung, ich freue mich auf das Gespräch. Könnten Sie mir Tag und Uhrzeit noch einmal genau bestätigen?',
    'de-du':
      'vielen Dank für die Einladung, ich freue mich auf das Gespräch. Kannst du mir Tag und Uhrzeit noch einmal genau bestätigen?',
    fr: 'Je vous remercie de votre invitation et échangerai volontiers avec vous. Pourriez-vous me confirmer le jour et l’heure exacts ?',
  },
  invited: {
    en: 'Thank you for the invitation. I look forward to talking to you.',
    de: 'vielen Dank für die Einladung. Ich freue mich auf das Gespräch.',
    'de-du': 'vielen Dank für die Einladung. Ich freue mich auf das Gespräch.',
    fr: 'Je vous remercie de votre invitation et me réjouis de cet échange.',
  },
  moved: {
    en: 'Thank you for letting me know. I have noted the new time and look forward to talking to you.',
    de: 'vielen Dank für die Nachricht. Ich habe mir den neuen Termin notiert und freue mich auf das Gespräch.',
    'de-du':
      'vielen Dank für die Nachricht. Ich habe mir den neuen Termin notiert und freue mich auf das Gespräch.',
    fr: 'Je vous remercie de votre message. J’ai bien noté le nouveau créneau et me réjouis de cet échange.',
  },
  'called-off': {
    en: 'Thank you for letting me know. I am still very interested and look forward to hearing about a new date.',
    de: 'vielen Dank für die Nachricht. Mein Interesse besteht weiterhin, und ich freue mich auf einen neuen Terminvorschlag.',
    'de-du':
      'vielen Dank für die Nachricht. Mein Interesse besteht weiterhin, und ich freue mich auf einen neuen Terminvorschlag.',
    fr: 'Je vous remercie de votre message. Le poste m’intéresse toujours beaucoup et j’attends volontiers une nouvelle date.',
  },
  rejection: {
    en: 'Thank you for letting me know and for your time. I would be grateful for any feedback you can share, and I wish you and the team all the best.',
    de: 'vielen Dank für Ihre Rückmeldung und Ihre Zeit. Über ein kurzes Feedback würde ich mich freuen. Ihnen und dem Team wünsche ich alles Gute.',
    'de-du':
      'vielen Dank für deine Rückmeldung und deine Zeit. Über ein kurzes Feedback würde ich mich freuen. Dir und dem Team wünsche ich alles Gute.',
    fr: 'Je vous remercie de votre réponse et du temps que vous m’avez accordé. Un bref retour sur ma candidature me serait précieux. Je vous souhaite une bonne continuation.',
  },
  offer: {
    en: 'Thank you very much for the offer, I am delighted. I will read everything carefully and come back to you soon.',
    de: 'vielen Dank für das Angebot, ich freue mich sehr darüber. Ich lese mir alles in Ruhe durch und melde mich bald bei Ihnen.',
    'de-du':
      'vielen Dank für das Angebot, ich freue mich sehr darüber. Ich lese mir alles in Ruhe durch und melde mich bald bei dir.',
    fr: 'Je vous remercie vivement de cette proposition, qui me fait très plaisir. Je la lis attentivement et reviens vers vous rapidement.',
  },
  acceptance: {
    en: 'Thank you for the warm welcome. I look forward to working with you.',
    de: 'vielen Dank für das herzliche Willkommen. Ich freue mich auf die Zusammenarbeit.',
    'de-du': 'vielen Dank für das herzliche Willkommen. Ich freue mich auf die Zusammenarbeit.',
    fr: 'Je vous remercie de cet accueil chaleureux et me réjouis de travailler avec vous.',
  },
  test: {
    en: 'Thank you, I have received it and will send you my solution in time. I will get in touch if a question comes up.',
    de: 'vielen Dank, ich habe alles erhalten und schicke Ihnen meine Lösung rechtzeitig. Bei Fragen melde ich mich.',
    'de-du':
      'vielen Dank, ich habe alles erhalten und schicke dir meine Lösung rechtzeitig. Bei Fragen melde ich mich.',
    fr: 'Je vous remercie, j’ai bien reçu le test et vous enverrai ma solution dans les temps. Je vous écrirai en cas de question.',
  },
  question: {
    en: 'Thank you for your message. I will send you what you need shortly.',
    de: 'vielen Dank für Ihre Nachricht. Ich schicke Ihnen die gewünschten Angaben in Kürze.',
    'de-du': 'vielen Dank für deine Nachricht. Ich schicke dir die gewünschten Angaben in Kürze.',
    fr: 'Je vous remercie de votre message. Je vous transmets les informations demandées très prochainement.',
  },
  recruiter: {
    en: 'Thank you for reaching out. Could you tell me more about the company, the role and the salary range? Then I can say whether it is a match.',
    de: 'vielen Dank für Ihre Nachricht. Könnten Sie mir mehr über das Unternehmen, die Aufgaben und den Gehaltsrahmen sagen? Dann kann ich beurteilen, ob es passt.',
    'de-du':
      'vielen Dank für deine Nachricht. Kannst du mir mehr über das Unternehmen, die Aufgaben und den Gehaltsrahmen sagen? Dann kann ich beurteilen, ob es passt.',
    fr: 'Je vous remercie de votre message. Pourriez-vous m’en dire plus sur l’entreprise, le poste et la rémunération ? Je pourrai alors vous dire si cela me correspond.',
  },
  contact: {
    en: 'It is good to hear from you, and thank you for thinking of me. I would be glad to talk. When would suit you?',
    de: 'schön, von Ihnen zu hören, und danke, dass Sie an mich denken. Gerne tausche ich mich aus. Wann passt es Ihnen?',
    'de-du':
      'schön, von dir zu hören, und danke, dass du an mich denkst. Gerne tausche ich mich aus. Wann passt es dir?',
    fr: 'Je vous remercie d’avoir pensé à moi et en parlerai volontiers. Quand cela vous conviendrait-il ?',
  },
  'contact-time': {
    en: 'It is good to hear from you, and thank you for thinking of me. I would be glad to talk, and {time} works for me.',
    de: 'schön, von Ihnen zu hören, und danke, dass Sie an mich denken. Gerne tausche ich mich aus, der Termin ({time}) passt mir gut.',
    'de-du':
      'schön, von dir zu hören, und danke, dass du an mich denkst. Gerne tausche ich mich aus, der Termin ({time}) passt mir gut.',
    fr: 'Je vous remercie d’avoir pensé à moi et en parlerai volontiers. Le créneau proposé ({time}) me convient.',
  },
  client: {
    en: 'Thank you for your message, the project sounds interesting. I will look at the details and come back to you with an answer soon.',
    de: 'vielen Dank für Ihre Nachricht, das Projekt klingt interessant. Ich sehe mir die Einzelheiten an und melde mich bald mit einer Antwort.',
    'de-du':
      'vielen Dank für deine Nachricht, das Projekt klingt interessant. Ich sehe mir die Einzelheiten an und melde mich bald mit einer Antwort.',
    fr: 'Je vous remercie de votre message, le projet m’intéresse. J’examine les détails et reviens vers vous rapidement.',
  },
}
