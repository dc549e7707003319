// Runs in the browser: shows what /api/openapi.json describes, with a form for each call.

const { paths, components } = await (await fetch('/api/openapi.json')).json()
const calls = Object.entries(paths).flatMap(([path, methods]) =>
  Object.entries(methods).map(([method, call]) => ({
    path,
    method: method.toUpperCase(),
    ...call,
  })),
)
document.querySelector('main').append(...calls.map(shown))

function element(name, properties, ...children) {
  const made = Object.assign(document.createElement(name), properties)
  made.append(...children)
  return made
}

function shown(call) {
  const { method, path, description = '', parameters = [], requestBody, responses } = call
  const answers = Object.entries(responses).flatMap(([status, answer]) => [
    element('p', {}, `${status}: ${answer.description}`),
    ...bodiesOf(answer).map(described),
  ])
  return element(
    'details',
    {},
    element('summary', {}, `${method} ${path}`),
    element('p', {}, description),
    formOf(method, path, parameters, requestBody),
    ...bodiesOf(requestBody).flatMap((body) => [element('p', {}, 'Body'), described(body)]),
    ...answers,
  )
}

function bodiesOf(part) {
  return Object.entries(part?.content ?? {}).map(([type, { schema }]) => ({ type, schema }))
}

function described({ type, schema }) {
  return element('pre', {}, `${type}\n${JSON.stringify(resolved(schema), null, 2)}`)
}

/** A schema that is kept under a name, in its place. */
function resolved(schema) {
  const name = schema?.$ref?.split('/').at(-1)
  return name ? components.schemas[name] : schema
}

function formOf(method, path, parameters, requestBody) {
  const fields = parameters.map(({ name, in: where, required }) => ({
    where,
    input: element('input', { name, required: required === true, autocomplete: 'off' }),
  }))
  const takesJson = bodiesOf(requestBody).some(({ type }) => type === 'application/json')
  const body = element('textarea', { rows: 4, placeholder: '{}', ariaLabel: 'Body, as JSON' })
  const answer = element('pre', { ariaLive: 'polite' })
  const form = element(
    'form',
    {},
    ...fields.map(({ input }) => element('label', {}, `${input.name} `, input)),
    ...(takesJson ? [body] : []),
    element('button', {}, 'Send'),
    answer,
  )
  form.addEventListener('submit', async (event) => {
    event.preventDefault()
    const json = takesJson && body.value !== '' ? body.value : undefined
    answer.textContent = await send(method, addressOf(path, fields), json)
  })
  return form
}

function addressOf(path, fields) {
  const given = (place) =>
    fields
      .filter(({ where, input }) => where === place && input.value !== '')
      .map(({ input }) => input)
  let address = path
  for (const { name, value } of given('path')) {
    address = address.replace(`{${name}}`, encodeURIComponent(value))
  }
  const query = new URLSearchParams(given('query').map(({ name, value }) => [name, value]))
  return query.size > 0 ? `${address}?${query}` : address
}

async function send(method, address, body) {
  try {
    const headers = body === undefined ? {} : { 'Content-Type': 'application/json' }
    const answer = await fetch(address, { method, headers, body })
    const text = await answer.text()
    return `${answer.status} ${answer.statusText}\n${text.slice(0, 100_000)}`
  } catch (failure) {
    return String(failure)
  }
}
