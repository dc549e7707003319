import { expect, it } from 'vitest'
import { readConfig } from '../env.ts'
import { mailConcurrency } from './mail-concurrency.ts'

it.each([
  [{}, 1],
  [{ OPENAI_BASE_URL: 'off' }, 4],
  [{ OPENAI_API_KEY: 'sk-1' }, 4],
  [{ OPENAI_BASE_URL: 'https://models.example.com/v1' }, 4],
  [{ OPENAI_BASE_URL: 'http://localhost:11434/v1' }, 1],
  [{ OPENAI_BASE_URL: 'http://[::1]:1234/v1' }, 1],
  [{ OPENAI_BASE_URL: 'http://192.168.1.20:8080/v1' }, 1],
  [{ OPENAI_BASE_URL: 'http://172.32.0.1:8080/v1' }, 4],
  [{ OPENAI_BASE_URL: 'https://10.example.com/v1' }, 4],
  [{ OPENAI_BASE_URL: 'http://gpu-box:8080/v1' }, 1],
  [{ OPENAI_BASE_URL: 'http://localhost:11434/v1', MAIL_CONCURRENCY: '16' }, 16],
])('%o asks for %i at the same time', (environment, expected) => {
  const config = readConfig({ flags: {}, environment, envFile: undefined })

  expect(mailConcurrency(config)).toBe(expected)
})
