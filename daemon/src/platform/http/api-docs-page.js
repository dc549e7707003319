// Runs in the browser: shows what /api/openapi.json describes, with a form that sends each call.

const { paths, components } = await (await fetch('/api/openapi.json')).json()
for (const [path, methods] of Object.entries(paths)) {
  for (const [method, call] of Object.entries(methods)) {
    document.querySelector('main').append(shown(method.toUpperCase(), path, call))
  }
}

function shown(method, path, { description = '', parameters, requestBody, responses }) {
  const address = element('input', { value: path, ariaLabel: 'Address' })
  const body = element('textarea', { rows: 4, placeholder: '{}', ariaLabel: 'Body, as JSON' })
  const answer = element('pre', { ariaLive: 'polite' })
  const form = element('form', {}, address, requestBody ? body : '', element('button', {}, 'Send'))
  form.addEventListener('submit', async (event) => {
    event.preventDefault()
    answer.textContent = await send(method, address.value, requestBody && body.value)
  })
  return element(
    'details',
    {},
    element('summary', {}, `${method} ${path}`),
    element('p', {}, description),
    form,
    answer,
    element('pre', {}, JSON.stringify({ parameters, requestBody, responses }, inPlace, 2)),
  )
}

/** A schema that is kept under a name, in its place. */
function inPlace(_key, value) {
  return value?.$ref ? components.schemas[value.$ref.split('/').at(-1)] : value
}

async function send(method, address, body) {
  try {
    const headers = body ? { 'Content-Type': 'application/json' } : {}
    const answer = await fetch(address, { method, headers, body: body || undefined })
    return `${answer.status}\n${(await answer.text()).slice(0, 100_000)}`
  } catch (failure) {
    return String(failure)
  }
}

function element(name, properties, ...children) {
  const made = Object.assign(document.createElement(name), properties)
  made.append(...children)
  return made
}
