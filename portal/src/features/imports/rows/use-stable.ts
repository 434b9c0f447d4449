import { useLayoutEffect, useRef, useState } from 'react'

type Functions<Names extends PropertyKey> = Record<Names, (...values: never[]) => void>

/** An object of functions that stays the same and calls the latest ones, for memoised components. */
export function useStable<Actions extends Functions<keyof Actions>>(latest: Actions): Actions {
  const current = useRef(latest)
  useLayoutEffect(() => {
    current.current = latest
  })
  const [stable] = useState(() => {
    const names = Object.keys(latest) as (keyof Actions)[]
    const call =
      (name: keyof Actions) =>
      (...values: never[]) =>
        current.current[name](...values)
    return Object.fromEntries(names.map((name) => [name, call(name)])) as unknown as Actions
  })
  return stable
}
