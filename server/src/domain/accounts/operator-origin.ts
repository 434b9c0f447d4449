/** Who invited an operator, and which owner has confirmed that it is another person. */
interface OperatorOrigin<Id extends string> {
  id: Id
  invitedBy: Id | null
  confirmedBy: Id | null
}

/**
 * An owner can invite an address of their own. An invited operator therefore counts as its inviter until an owner who
 * counts as somebody else confirms it. Operators that the command created count as themselves: whoever can run it needs
 * no operator.
 */
export function countsAs<Id extends string>(id: Id, origins: readonly OperatorOrigin<Id>[]): Id {
  const origin = origins.find((one) => one.id === id)
  return origin?.invitedBy && !origin.confirmedBy ? countsAs(origin.invitedBy, origins) : id
}

/** All operators that count as the same one. */
export function countedTogether<Id extends string>(id: Id, origins: readonly OperatorOrigin<Id>[]): Id[] {
  const person = countsAs(id, origins)
  return origins.filter((one) => countsAs(one.id, origins) === person).map((one) => one.id)
}
