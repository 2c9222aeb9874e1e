import { Fragment, useState, type ReactNode } from 'react'
import { useSubmit } from '#pwa/forms/use-submit.ts'
import { FormScreen } from './form-screen.tsx'
import * as words from './kit-words.ts'

interface Props {
  /** The name of the thing added, such as 'Category'. */
  one: string
  back: string
  /** Sends the input under its key and returns the shop's message. */
  send: (typed: FormData, key: string) => Promise<string>
  children: (errors: Record<string, string[]>) => ReactNode
}

/** Adds one after another: each success empties the fields. */
export function AddScreen({ one, back, send, children }: Props) {
  const [added, count] = useState(0)
  const form = useSubmit(async (typed, key) => {
    const message = await send(typed, key)
    count(before => before + 1)
    return message
  })
  return (
    <FormScreen title={words.addOne(one)} back={back} submit={words.addOne(one)} form={form}>
      <Fragment key={added}>{children(form.fields)}</Fragment>
    </FormScreen>
  )
}
