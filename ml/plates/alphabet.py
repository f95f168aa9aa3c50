"""The characters that the reader distinguishes. The column behind the characters is "nothing here": an empty slot, or CTC's blank."""

CHARACTERS = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ"
NOTHING = len(CHARACTERS)
COLUMNS = NOTHING + 1
LONGEST_TEXT = 10
INDEX = {character: index for index, character in enumerate(CHARACTERS)}


def encode(text: str) -> list[int]:
    return [INDEX[character] for character in text] + [NOTHING] * (LONGEST_TEXT - len(text))


def text_of_slots(columns) -> str:
    return "".join(CHARACTERS[column] for column in columns if column < NOTHING)


def text_of_ctc(columns) -> str:
    text, previous = "", NOTHING
    for column in columns:
        if column != previous and column < NOTHING:
            text += CHARACTERS[column]
        previous = column
    return text


def fold_look_alikes(text: str) -> str:
    return text.replace("O", "0").replace("I", "1")
