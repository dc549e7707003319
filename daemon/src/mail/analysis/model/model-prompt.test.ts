import { Category, Priority } from '@shortlist/contracts/mail'
import { describe, expect, it } from 'vitest'
import { mailToAnalyze } from '../../../../test/mail-to-analyze.ts'
import { scriptedLlm } from '../../../../test/scripted-llm.ts'
import { analyzeByModel, modelPrompt } from './analyze-by-model.ts'

describe('what the model is asked', () => {
  it('names every category and priority', () => {
    const [system] = modelPrompt(mailToAnalyze(), 'text', 'fence')

    for (const name of [...Category.options, ...Priority.options]) {
      expect(system?.content).toContain(`- ${name}: `)
    }
  })

  it('holds the mail alone, between marks', () => {
    const [, user] = modelPrompt(mailToAnalyze({ subject: 'Hi' }), 'the text', 'f00')

    expect(user?.content).toBe(
      '<<<f00\nSent: 2026-03-02T09:00:00.000Z (UTC)\nFrom: Dana Reyes <dana@harbour.example>\nSubject: Hi\n\nthe text\nf00>>>',
    )
  })

  it('has marks that a mail cannot know, and at most 12,000 characters of it', async () => {
    const llm = scriptedLlm.of({})
    const mail = mailToAnalyze({ text: 'a'.repeat(50_000) })
    const { signal } = new AbortController()

    await analyzeByModel(llm, mail, signal)
    await analyzeByModel(llm, mail, signal)

    const asked = llm.tasks.map(({ messages }) => messages[1]?.content ?? '')
    const fences = asked.map((content) => /^<<<([0-9a-f]{24})\n/.exec(content)?.[1])
    expect(fences[0]).toBeDefined()
    expect(fences[0]).not.toBe(fences[1])
    expect(asked.map((content) => content.split('a'.repeat(100)).length - 1)).toEqual([120, 120])
  })
})
