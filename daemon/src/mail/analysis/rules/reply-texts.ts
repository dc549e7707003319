import type { Language } from '../../dates/detect-language.ts'

/** What a reply is for. */
export type Occasion =
  | 'confirm-time'
  | 'asked-time'
  | 'choose'
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
 * Replies that claim and promise nothing; what only the user can say is a gap in brackets. `{time}` is the time in the words of the mail. The
 * German ones come without and with familiar address ("du").
 */
export const replyTexts: Record<Occasion, Record<Language | 'de-du', string>> = {
  'confirm-time': {
    en: 'Thank you. I have noted {time}.',
    de: 'vielen Dank. Den Termin ({time}) habe ich mir notiert.',
    'de-du': 'vielen Dank. Den Termin ({time}) habe ich mir notiert.',
    fr: 'Je vous remercie. J’ai bien noté la date ({time}).',
  },
  'find-time': {
    en: 'Thank you for your message. I would be glad to talk. Could you suggest two or three times that suit you?',
    de: 'vielen Dank für Ihre Nachricht. Könnten Sie mir zwei oder drei Termine für das Gespräch vorschlagen, die Ihnen passen?',
    'de-du':
      'vielen Dank für deine Nachricht. Kannst du mir zwei oder drei Termine für das Gespräch vorschlagen, die dir passen?',
    fr: 'Je vous remercie de votre message et échangerai volontiers avec vous. Pourriez-vous me proposer deux ou trois créneaux ?',
  },
  'send-times': {
    en: 'Thank you for your message. I would be glad to talk. These times are possible: [name two or three].',
    de: 'vielen Dank für Ihre Nachricht. Diese Termine sind möglich: [nennen Sie zwei oder drei].',
    'de-du': 'vielen Dank für deine Nachricht. Diese Termine sind möglich: [nenne zwei oder drei].',
    fr: 'Je vous remercie de votre message. Voici les créneaux possibles : [indiquez-en deux ou trois].',
  },
  'asked-time': {
    en: 'Thank you for suggesting {time}. [Write here whether it suits you.]',
    de: 'vielen Dank für den Vorschlag ({time}). [Schreiben Sie hier, ob der Termin geht.]',
    'de-du': 'vielen Dank für den Vorschlag ({time}). [Schreib hier, ob der Termin geht.]',
    fr: 'Je vous remercie de cette proposition ({time}). [Écrivez ici si cette date est possible.]',
  },
  choose: {
    en: 'Thank you for the times to choose from. [Name the one that suits you.]',
    de: 'vielen Dank für die Termine zur Auswahl. [Nennen Sie hier den gewünschten.]',
    'de-du': 'vielen Dank für die Termine zur Auswahl. [Nenne hier den gewünschten.]',
    fr: 'Je vous remercie des créneaux proposés. [Indiquez ici celui que vous choisissez.]',
  },
  'which-time': {
    en: 'Thank you for the invitation, I would be glad to talk. Could you confirm the exact day and time for me?',
    de: 'vielen Dank für die Einladung, ich freue mich auf das Gespräch. Könnten Sie mir Tag und Uhrzeit noch einmal genau bestätigen?',
    'de-du':
      'vielen Dank für die Einladung, ich freue mich auf das Gespräch. Kannst du mir Tag und Uhrzeit noch einmal genau bestätigen?',
    fr: 'Je vous remercie de votre invitation et échangerai volontiers avec vous. Pourriez-vous me confirmer le jour et l’heure exacts ?',
  },
  invited: {
    en: 'Thank you for the invitation. I have received it.',
    de: 'vielen Dank für die Einladung. Sie ist angekommen.',
    'de-du': 'vielen Dank für die Einladung. Sie ist angekommen.',
    fr: 'Je vous remercie de votre invitation, que j’ai bien reçue.',
  },
  moved: {
    en: 'Thank you for letting me know. I have seen the new time. [Write here whether it suits you.]',
    de: 'vielen Dank für die Nachricht. Den neuen Termin habe ich gesehen. [Schreiben Sie hier, ob er geht.]',
    'de-du':
      'vielen Dank für die Nachricht. Den neuen Termin habe ich gesehen. [Schreib hier, ob er geht.]',
    fr: 'Je vous remercie de votre message. J’ai vu le nouveau créneau. [Écrivez ici s’il est possible.]',
  },
  'called-off': {
    en: 'Thank you for letting me know. [Write here whether another time would be possible.]',
    de: 'vielen Dank für die Nachricht. [Schreiben Sie hier, ob ein anderer Termin möglich wäre.]',
    'de-du': 'vielen Dank für die Nachricht. [Schreib hier, ob ein anderer Termin möglich wäre.]',
    fr: 'Je vous remercie de votre message. [Écrivez ici si une autre date serait possible.]',
  },
  rejection: {
    en: 'Thank you for letting me know and for your time. I would be grateful for any feedback you can share, and I wish you and the team all the best.',
    de: 'vielen Dank für Ihre Rückmeldung und Ihre Zeit. Über ein kurzes Feedback würde ich mich freuen. Ihnen und dem Team wünsche ich alles Gute.',
    'de-du':
      'vielen Dank für deine Rückmeldung und deine Zeit. Über ein kurzes Feedback würde ich mich freuen. Dir und dem Team wünsche ich alles Gute.',
    fr: 'Je vous remercie de votre réponse et du temps que vous m’avez accordé. Un bref retour sur ma candidature me serait précieux. Je vous souhaite une bonne continuation.',
  },
  offer: {
    en: 'Thank you very much for your offer and the details. [Write your questions or your decision here.]',
    de: 'vielen Dank für Ihr Angebot und die Einzelheiten. [Schreiben Sie hier Ihre Fragen oder Ihre Entscheidung.]',
    'de-du':
      'vielen Dank für dein Angebot und die Einzelheiten. [Schreib hier deine Fragen oder deine Entscheidung.]',
    fr: 'Je vous remercie de votre proposition et de ces précisions. [Écrivez ici vos questions ou votre décision.]',
  },
  acceptance: {
    en: 'Thank you for the warm welcome.',
    de: 'vielen Dank für das herzliche Willkommen.',
    'de-du': 'vielen Dank für das herzliche Willkommen.',
    fr: 'Je vous remercie de cet accueil chaleureux.',
  },
  test: {
    en: 'Thank you, I have received it.',
    de: 'vielen Dank, ich habe alles erhalten.',
    'de-du': 'vielen Dank, ich habe alles erhalten.',
    fr: 'Je vous remercie, j’ai bien reçu le test.',
  },
  question: {
    en: 'Thank you for your message. [Answer their question here.]',
    de: 'vielen Dank für Ihre Nachricht. [Beantworten Sie hier die Frage.]',
    'de-du': 'vielen Dank für deine Nachricht. [Beantworte hier die Frage.]',
    fr: 'Je vous remercie de votre message. [Répondez ici à la question.]',
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
    en: 'It is good to hear from you, and thank you for thinking of me. I would be glad to talk. [Write here whether {time} suits you.]',
    de: 'schön, von Ihnen zu hören, und danke, dass Sie an mich denken. [Schreiben Sie hier, ob der Termin ({time}) geht.]',
    'de-du':
      'schön, von dir zu hören, und danke, dass du an mich denkst. [Schreib hier, ob der Termin ({time}) geht.]',
    fr: 'Je vous remercie d’avoir pensé à moi et en parlerai volontiers. [Écrivez ici si la date ({time}) est possible.]',
  },
  client: {
    en: 'Thank you for your message, the project sounds interesting. [Write your answer here.]',
    de: 'vielen Dank für Ihre Nachricht, das Projekt klingt interessant. [Schreiben Sie hier Ihre Antwort.]',
    'de-du':
      'vielen Dank für deine Nachricht, das Projekt klingt interessant. [Schreib hier deine Antwort.]',
    fr: 'Je vous remercie de votre message, le projet m’intéresse. [Écrivez ici votre réponse.]',
  },
}
