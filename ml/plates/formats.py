"""Registrations of many countries. L is a letter, D a digit, X either; a blank, a dash, a dot or `~` (a seal or a logo) separates.
Brackets stand for characters printed small on top of each other: `[LL]` belongs to the registration, `{LLL}` does not."""

LETTERS, DIGITS = "ABCDEFGHIJKLMNOPQRSTUVWXYZ", "0123456789"

PATTERNS = {
    "us": """LLL_DDDD DDD_LLL LLL_DDD DLLLDDD DLLLDDD LLDDDDD DDDD_LL LDD_LLL LLL_DDL DDDLLL LLL~DDDD DDDDDD DDD_DDD DDD~DDD
        LDDDDD LLDDDD DLLDDD LDD~LLL LL_DDDDD DDDDLLL LLL~DDD DDD~LLL LLDD_LL XXXXXX XXXXXXX XXX_XXX XXX_XXXX DDLDDD LDDDDDL
        LL_DDD_LL DDLLDD LLL_DDDD DDDLL LLLLLLL LLLLLL LLLLL LLL_LLL XXXXX XX~XXXX LLLDDL LLD_DDL LLL_LDD DD_LLLD LLL~LDD
        LLL~DDL DLL~LDD LLD~LLL LLD~DDD""",
    "us-stacked": """[LL]DDDDD [LL]DDDD [DL]DDDD [LL]DDDLL DDDDD[LL] LLL_DDD[DD] DD[LL]DDD [LL]LDDDD {LLL}DDDDD {LLL}DDDD
        DDDD{LLL} DDDDL{LLLL} LLDDD{LLL} {LLLL}DDDDD""",
    "eu": """LL_DDDDD LLL_DDDD LL_DDDLL LL~DDDLL DDDD_LLL DDDD_LLL LL-DDD-LL LL-DDD-LL LL_DDD_LL LL_DDD_LL LDD_DDDD DLD_DDDD
        LL~DDD_LL LL_DD_LLL LL_DD_LLL L_DD_LLL B_DDD_LLL LL_DDDD_LL LLL_DDD LLL-DDD LL_DD_DDD DD-LL-DD DD-DD-LL LL-DD-DD
        D-LLL-DDD LDDDLL_DD LLDDDDLL DD_LLL_DD L~LL_DDDD LL~LL_DDD LLL~LL_DD LL~L_DDDD L~L_DDDD LL~LL_DDDD LLL~L_DDD LL~DDDDD
        LL~DDDDL ZG_DDDD-L ZG_DDD-LL ST_DDD-LL LL_DDDDLL LLDDDDD DL_DDDD L_DDDD_LL LL_DDDL DDDDLL_DD LLLDDDD LLL~DDDD LL_DDDLL
        DLDDDDD LL_DDDDL""",
    "gb": "LLDD_LLL " * 8 + "LDDD_LLL LDD_LLL LD_LLL LLL_DDDL LLL_DDL LLL_DD LL_DDDD DDDD_LL LLZ_DDDD LD_LLL DDD_LLL",
    "br": "LLL.DDDD LLL.DDDD LLL.DDDD LLL-DDDD LLL-DDDD LLL~DDDD LLL_DDDD",
    "mercosul": "LLLDLDD LLLDLDD LLLDLDD LLL_DLDD LL_DDD_LL LLL_DDDD LLLL_DDD",
    "pk": "LLL-DDD LL-DDD LLL-DDDD LLL_DDD LL_DDDD LLL_DDDD LL~DDD LLL~DDD LL_DDD L_DDDD",
    "in": "LLDDLLDDDD LL_DD_LL_DDDD LL_DD_L_DDDD LL_DDL_DDDD LL_DD_LL_DDD LLDL_DDDD LLDL_LDDDD LL-DD-LL-DDDD",
    "other": """XXXXX XXXXXX XXXXXXX XXXXXXXX XXXXXXXXX XXXXXXXXXX DDDDDDD LLLLLL LLDDDD XXXX XXX DDDDD LL_DDDD_L LLL_DDDD_L
        SLL_DDDD_L SLL_DDD_L DDL_DDDDD LLDDLLDDD DD_LLL_DDD LDDDDLL LLLDDL LLL_DDL D_DDDDDD DDDDDD L_DDDDD LL_LL_DDD""",
}
PATTERNS = {style: [pattern.replace("_", " ") for pattern in text.split()] for style, text in PATTERNS.items()}

# How often each style is rendered.
STYLE_WEIGHTS = {"us": 0.30, "eu": 0.21, "gb": 0.10, "br": 0.15, "mercosul": 0.05, "pk": 0.06, "in": 0.04, "other": 0.09}


# Letters that a little blur turns into others.
ALIKE_LETTERS = "OODDQQGCUBRPEFHMNWVYKXIJZS"
ALIKE_SHARE = 0.2


def fill(pattern: str, random) -> str:
    letters = ALIKE_LETTERS if random.random() < ALIKE_SHARE else LETTERS
    choices = {"L": letters, "D": DIGITS, "X": LETTERS + DIGITS}
    return "".join(random.choice(choices[mark]) if mark in choices else mark for mark in pattern)


def tokens(display: str) -> list[tuple[str, str]]:
    """A display string as (kind, text): char, space, dash, dot, seal, stack (counts) and badge (does not count)."""
    kinds = {" ": "space", "-": "dash", ".": "dot", "~": "seal"}
    found, at = [], 0
    while at < len(display):
        mark = display[at]
        if mark in "[{":
            end = display.index("]" if mark == "[" else "}", at)
            found.append(("stack" if mark == "[" else "badge", display[at + 1 : end]))
            at = end
        else:
            found.append((kinds.get(mark, "char"), "" if mark in kinds else mark))
        at += 1
    return found
