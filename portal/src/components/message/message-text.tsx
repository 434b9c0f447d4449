import { Fragment } from 'react'
import { type Line, type Piece, parseMessageText } from '../../format/message-text.ts'
import classes from './message-text.module.css'

/** Message text with WhatsApp formatting. Variables without a value are highlighted. */
export const MessageText = ({ text }: { text: string }) => (
  <div className={classes.text} dir="auto">
    {parseMessageText(text).map((line, index) => (
      // biome-ignore lint/suspicious/noArrayIndexKey: lines have no id and no state
      <OneLine key={index} line={line} />
    ))}
  </div>
)

function OneLine({ line: { kind, number, pieces } }: { line: Line }) {
  const words = <Pieces pieces={pieces} />
  if (kind === 'quote') return <blockquote className={classes.quote}>{words}</blockquote>
  if (kind === 'plain') return <p>{pieces.length > 0 ? words : <br />}</p>
  return (
    <p className={classes.item}>
      <span>{kind === 'bullet' ? '•' : `${number}.`}</span>
      <span>{words}</span>
    </p>
  )
}

const Pieces = ({ pieces }: { pieces: readonly Piece[] }) =>
  pieces.map((piece, index) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: see above
    <Fragment key={index}>
      <OnePiece piece={piece} />
    </Fragment>
  ))

function OnePiece({ piece }: { piece: Piece }) {
  switch (piece.kind) {
    case 'text':
      return piece.text
    case 'variable':
      return <mark className={classes.variable}>{piece.text}</mark>
    case 'code':
      return <code className={classes.code}>{piece.text}</code>
    case 'bold':
      return (
        <strong>
          <Pieces pieces={piece.pieces} />
        </strong>
      )
    case 'italic':
      return (
        <em>
          <Pieces pieces={piece.pieces} />
        </em>
      )
    case 'struck':
      return (
        <s>
          <Pieces pieces={piece.pieces} />
        </s>
      )
  }
}
