import { Eye, EyeOff } from 'lucide-react'
import { type KeyboardEvent, type Ref, useState } from 'react'
import { copy } from '../copy.ts'
import { Button } from '../primitives/button.tsx'
import { TextField } from '../primitives/text-field.tsx'

interface PasswordFieldProps {
  readonly ref: Ref<HTMLInputElement>
  readonly value: string
  readonly autoComplete: 'current-password' | 'new-password'
  readonly onChange: (value: string) => void
}

/** A password that can be shown, with a hint while Caps Lock is on. */
export function PasswordField({ ref, value, autoComplete, onChange }: PasswordFieldProps) {
  const [isShown, setShown] = useState(false)
  const [hasCapsLock, setCapsLock] = useState(false)
  const watchCapsLock = (event: KeyboardEvent) => setCapsLock(event.getModifierState('CapsLock'))
  const Icon = isShown ? EyeOff : Eye

  return (
    <TextField
      ref={ref}
      label={copy.auth.password}
      name="password"
      type={isShown ? 'text' : 'password'}
      required
      autoComplete={autoComplete}
      autoCapitalize="none"
      spellCheck={false}
      placeholder={copy.auth.passwordPlaceholder}
      value={value}
      onChange={(event) => onChange(event.target.value)}
      onKeyDown={watchCapsLock}
      onKeyUp={watchCapsLock}
      onBlur={() => setCapsLock(false)}
      hint={hasCapsLock ? copy.auth.capsLock : undefined}
      end={
        <Button
          variant="ghost"
          size="icon"
          aria-label={isShown ? copy.auth.hidePassword : copy.auth.showPassword}
          onClick={() => setShown(!isShown)}
        >
          <Icon aria-hidden="true" />
        </Button>
      }
    />
  )
}
