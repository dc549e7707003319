import type { MailToAnalyze, ReadMessage } from '../src/mail/ports.ts'

/** A mail of a person to ada, as it comes to the analysis; what is left out is plain. */
export function mailToAnalyze(
  message: Partial<ReadMessage> = {},
  rest: Partial<Omit<MailToAnalyze, 'message'>> = {},
): MailToAnalyze {
  return {
    message: {
      messageId: '<one@harbour.example>',
      references: [],
      subject: 'Hello',
      from: { name: 'Dana Reyes', address: 'dana@harbour.example' },
      replyTo: null,
      to: [{ name: 'Ada Lovell', address: 'ada@example.test' }],
      date: '2026-03-02T09:00:00.000Z',
      dateOffset: 60,
      text: 'How are you?',
      invitations: [],
      jsonLd: [],
      hiddenCharacters: 0,
      isBulk: false,
      authentication: 'unknown',
      problem: null,
      ...message,
    },
    time: { userZone: 'Europe/Berlin', sentAt: '2026-03-02T09:00:00.000Z', dateOffset: 60 },
    appointments: [],
    ...rest,
  }
}
