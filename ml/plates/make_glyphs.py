"""Draws the glyphs and words of rendered plates from free fonts, so that no font has to travel to where training runs.

python -m plates.make_glyphs --fonts /usr/share/fonts --out work/glyphs.pkl.xz"""

import argparse
import glob
import lzma
import os
import pickle
import random

import numpy as np
from PIL import Image, ImageDraw, ImageFont

from .alphabet import CHARACTERS

GLYPH_SIZE, WORD_SIZE = 64, 22
# Faces as they are used on plates and signs; the first part of a name that fits decides.
PLATE_FACES = ("osp-din", "routed", "nationalpark", "narrow", "cond", "bebas", "yanone", "bold", "heavy", "demi", "mono", "sans")
WORD_FACES = ("arimo", "liberation", "nimbus", "opensans", "roboto", "cabin", "lato", "yanone", "bebas", "serif", "italic")

STATES = """Alabama Alaska Arizona Arkansas California Colorado Connecticut Delaware Florida Georgia Hawaii Idaho Illinois Indiana Iowa Kansas
Kentucky Louisiana Maine Maryland Massachusetts Michigan Minnesota Mississippi Missouri Montana Nebraska Nevada Ohio Oklahoma Oregon Pennsylvania
Tennessee Texas Utah Vermont Virginia Washington Wisconsin Wyoming Ontario Alberta Victoria""".split()
STATES += ["New Hampshire", "New Jersey", "New Mexico", "New York", "North Carolina", "North Dakota", "Rhode Island", "South Carolina",
           "West Virginia", "British Columbia", "New South Wales"]
WORDS = {
    "state": STATES + [state.upper() for state in STATES],
    "slogan": ["GARDEN STATE", "SUNSHINE STATE", "Land of Lincoln", "dmv.ca.gov", "THE LONE STAR STATE", "EMPIRE STATE", "EVERGREEN STATE",
               "Great Lakes", "Aloha State", "SHOW-ME STATE", "10,000 lakes", "Grand Canyon State", "First in Flight", "IN GOD WE TRUST",
               "Birthplace of Aviation", "Volunteer State", "Peach State", "Famous Potatoes", "Live Free or Die", "Ocean State", "TRUCK",
               "TRAILER", "HISTORICAL", "DEALER"],
    "frame": ["FORD OF DALLAS", "TOYOTA", "HONDA", "AUTOHAUS MEYER", "www.autoland.eu", "SUBARU", "Classic Motors", "AUTOMOBILES",
              "ALUMNI", "Partner", "PEUGEOT", "NISSAN"],
    "br": ["SP-SAO PAULO", "RJ-RIO DE JANEIRO", "MG-BELO HORIZONTE", "PR-CURITIBA", "RS-PORTO ALEGRE", "SC-JOINVILLE", "BA-SALVADOR",
           "PE-RECIFE", "SP-CAMPINAS", "GO-GOIANIA", "DF-BRASILIA", "ES-VITORIA", "CE-FORTALEZA"],
    "pk": ["ICT-ISLAMABAD", "ISLAMABAD", "ICT", "SINDH", "PUNJAB", "GOVERNMENT", "KPK", "KARACHI", "LAHORE"],
    "short": ["MERCOSUL", "BRASIL", "ARGENTINA", "URUGUAY", "JAN", "FEB", "MAR", "APR", "MAY", "JUN", "JUL", "AUG", "SEP", "OCT", "NOV",
              "DEC", "09", "12", "17", "IND", "UAE", "DUBAI", "NSW"],
    "country": "D F I E PL CZ RO B GB NL A SK H LT P S HR SLO BG EST LV UA SRB FIN DK L IRL GR UK BR".split(),
}
DRAWINGS_EACH = {"state": 3, "slogan": 3, "frame": 3, "br": 3, "pk": 6, "short": 2, "country": 3}


def drawn(font, text: str) -> np.ndarray | None:
    pad = 40
    mask = Image.new("L", (int(font.getlength(text)) + 2 * pad, font.size * 2 + 2 * pad), 0)
    ImageDraw.Draw(mask).text((pad, pad), text, font=font, fill=255)
    area = mask.getbbox()
    return None if area is None else np.asarray(mask.crop(area))


def sixteen_greys(mask: np.ndarray) -> np.ndarray:
    """Enough for a mask, and it packs small."""
    return (mask // 17).astype(np.uint8)


def main() -> None:
    parser = argparse.ArgumentParser()
    parser.add_argument("--fonts", required=True)
    parser.add_argument("--out", required=True)
    options = parser.parse_args()
    files = sorted(
        file for ending in ("ttf", "otf") for file in glob.glob(f"{options.fonts}/**/*.{ending}", recursive=True)
    )
    named = lambda faces: [file for file in files if any(face in os.path.basename(file).lower() for face in faces)]
    glyphs = {}
    for file in named(PLATE_FACES):
        font = ImageFont.truetype(file, GLYPH_SIZE)
        masks = {character: drawn(font, character) for character in CHARACTERS}
        if all(mask is not None for mask in masks.values()):
            glyphs[os.path.basename(file)] = {character: sixteen_greys(mask) for character, mask in masks.items()}
    choose = random.Random(0)
    fonts = [ImageFont.truetype(file, WORD_SIZE) for file in named(WORD_FACES)]
    words = {
        kind: [sixteen_greys(drawn(choose.choice(fonts), text)) for text in texts for _ in range(DRAWINGS_EACH[kind])]
        for kind, texts in WORDS.items()
    }
    os.makedirs(os.path.dirname(options.out) or ".", exist_ok=True)
    with open(options.out, "wb") as file:
        file.write(lzma.compress(pickle.dumps({"glyphs": glyphs, "words": words}), preset=9))
    print(len(glyphs), "fonts,", {kind: len(masks) for kind, masks in words.items()})


if __name__ == "__main__":
    main()
