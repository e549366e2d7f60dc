# SPDX-License-Identifier: Apache-2.0
"""Sentences made of a requirement's own words: one that says it is done, one that says it is not, one that says half of it, and
facts about the things that it names, which tell nothing of it.
People write requirements and evidence; that a text in the very words of the requirement shows it, and that a denial, a plan or
a number about its matter does not, is too plain for them to write down, and has to be learned too."""
import re

MODAL = re.compile(r"\b(shall|must|should|will|has to|have to)\b( not)?( be| have)?( [a-z]+)?")
BE = re.compile(r"\b(is|are|has been|have been|was|were)\b")
PREPOSITION = re.compile(r"\b(of|to|for|in|on|from|with|by|that|which|who|used|at|without|under|between|during|after|before)\b|,")
PLURALS = {"staff", "people", "personnel", "data", "media", "police", "persons"}
QUESTIONS = ((re.compile(r"^Do (you|we)\b"), "We"), (re.compile(r"^Are there\b"), "There are"), (re.compile(r"^Is there\b"), "There is"),
             (re.compile(r"^Have (you|we)\b"), "We have"))
CLAUSE = re.compile(r"(?:, and|, or|;|,|\.|:| and(?= shall| must| should| will)) ?")
PARTICIPLE = re.compile(r"(\w+ed|kept|held|made|given|taken|shown|written) \w+")
NO_VERBS = {"also", "always", "only", "regularly", "then", "never", "at", "either", "both"}

# What may stand around a sentence and changes nothing.
AFTER = ("", "", "", "", " This has been so since 2021.", " This was last checked in March, without findings.", " See the records.",
         " There are no exceptions.")
BEFORE = ("", "", "", "", "4.2 ", "Rule: ", "In all of our offices and branches, the following applies. ", "As practised: ")
# Expressions of which each says the same, or more in the last lines.
SAME = (
    ("quarterly", "every quarter", "every three months", "four times a year", "each quarter"),
    ("annually", "every year", "once a year", "yearly", "every twelve months", "each year", "every January"),
    ("monthly", "every month", "once a month", "each month", "on the first Monday of each month"),
    ("weekly", "every week", "once a week", "each week", "every Friday"),
    ("daily", "every day", "each day", "every night", "every evening"),
    ("every six months", "twice a year", "half-yearly", "each January and July"),
    ("carried out", "performed", "done", "conducted"), ("reviewed", "checked", "gone through", "examined"),
    ("documented", "recorded", "written down"), ("informed", "notified", "told"), ("removed", "deleted", "taken out"),
    ("approved", "signed off", "authorized"), ("kept", "retained", "held"), ("defined", "laid down", "set out"),
    ("employees", "staff", "workers"), ("established", "set up", "in place"), ("stored", "kept"), ("tested", "tried out"),
    ("protected", "secured"), ("identified", "found", "recognized"), ("assessed", "evaluated", "rated"), ("required", "needed"))
MORE = {"regularly": SAME[2] + SAME[0], "at planned intervals": SAME[0] + SAME[1], "periodically": SAME[0] + SAME[1]}
SAID = {one: group for group in SAME for one in group} | MORE
WORDS = re.compile(r"\b(?:at least )?(" + "|".join(sorted(SAID, key=len, reverse=True)) + r")\b")
DETAILS = ("", "", "", "", " by the responsible team", " at all sites", " by the head of the unit", " in every department",
           " with the usual tool", " without exception")
# Frames for fitting, and others for the dev tier.
PLANS = (
    ("It is planned for next year that the following is done: {}", "Not in place yet, intended for the next budget: {}",
     "A proposal is being discussed. Its text: {}", "{} This is a draft that nobody has approved.",
     "We would like to reach this state in two years: {}", "The working group recommends for the future: {}",
     "{} Work on this has not begun.", "Definition: what is meant by a mature organization is the following. {}",
     "Our customer's own policy says: {} It does not apply to us.", "The new law of the neighbouring country will say: {}"),
    ("From 2027 on we intend the following: {}", "{} So far this is an idea of the security team.",
     "Open task, nobody assigned: {}", "A competitor writes in its brochure: {}", "{} The project for this was put off."))
DENIALS = (
    ("The auditor found that the following is not met: {}", "We do not do this: {}", "{} This is not done at our company.",
     "{} In practice nobody has done this for years.", "Rejected by the board for its cost: {}",
     "{} The check in June showed that this is not the case anywhere.", "Finding, high: the following does not happen. {}"),
    ("None of this is true of us: {}", "{} We stopped doing so in 2019.", "Not fulfilled: {}", "{} Inspection showed the opposite."))
# About anything, for nothing: texts of other people, plans and denials among them, of things that no requirement is about.
HARMLESS = (
    "The car park behind the building is not open at weekends.", "Coffee is free on the second floor.",
    "A new canteen is planned for next summer.", "The telephone list is printed on the last page.",
    "The minutes were written by Ms Adler.", "The next meeting is on 12 May at 10 o'clock.", "Apologies: Mr Brandt, Ms Okoye.",
    "The building has three floors and a cellar.", "No one asked for the floor on any other business.",
    "The company was founded in 1974 and has 212 employees.", "The lift will be out of order on Thursday.",
    "Paper copies of this document are not sent any more.", "Questions may be put to the author.",
    "The photograph on the first page shows the old main gate.", "Lunch vouchers have not been renewed yet.",
    "The annual outing will perhaps take place in September.", "The wording of the title page was corrected.",
    "Font and logo follow the house style.", "The summer party was cancelled because of the rain.",
    "The windows on the north side are to be cleaned in April.", "Ms Silva has thanked everybody for their work.",
    "Visitors should use the bus, since there are hardly any parking spaces.", "A list of abbreviations is not included.",
    "The intranet page was moved.", "The old archive room is empty.")
# Facts about a thing, whatever it is, which show no requirement: of money, amounts, people, rooms, reading and history. {0} is
# the thing in its sentence, {1} at the beginning of one. For fitting, and others for the dev tier.
FACTS = (
    ("We spent {n} euros on {0} last year.", "{1}: {n} in the first half of the year, {m} in the second.",
     "The costs of {0} rose by {p} per cent.", "{1} cost less than in the year before.", "{1} used {n} kWh in March.",
     "Questions about {0} go to Ms Weber, room {m}.", "Mr Novak wrote a poem about {0}.",
     "The newsletter of spring had an article on {0}.", "There is a chapter on {0} on page {p}.",
     "A visitor of the open day asked about {0}.", "The talk about {0} at the trade fair had {m} listeners.",
     "{1} moved to the second floor in May.", "The photograph shows {0} in 2011.", "{1} were discussed for {p} minutes.",
     "Item {p}: {0}. Ms Okoye thanked those present.", "{1} are a subject of the second year of training.",
     "A supplier of tools for {0} has visited us.", "The survey had {m} answers about {0}.",
     "{1} is the title of the shelf at the entrance.", "Many firms of our size find {0} hard.",
     "The budget for {0} is part of cost centre {n}.", "{1} came up at the works meeting, and coffee was served.",
     "The English name of the unit is \"{0}\".", "{1} have a grey label, everything else a white one.",
     "Our region has {n} firms that live off {0}.", "{1} fill {p} shelves.", "In the film there is a scene about {0}."),
    ("Of the sales, {p} per cent came from {0}.", "{1} took up {m} square metres.", "The anniversary book has a page on {0}.",
     "Ms Park is writing her thesis about {0}.", "The price list names {0} on its last page.", "{1}: see the poster by the lift.",
     "The word game of the week was about {0}.", "{n} letters about {0} arrived in June."))
# Words that end a name of a thing.
OUTSIDE = re.compile(r"[^A-Za-z' -]+|\b(?:shall|must|should|will|may|can|has|have|had|is|are|be|been|was|were|do|does|not|no|and|or|of|"
                     r"to|for|in|on|from|with|by|that|which|who|whose|at|without|under|between|during|after|before|as|if|when|where|"
                     r"than|least|more|all|any|each|every|the|a|an|its|their|your|our|you|we|it|they|there|this|these|those|such|"
                     r"other|into|within|inside|against|through|per|how|what|only|also|so|up|out|over|upon|about|both|either|"
                     r"organi[sz]ation(?:'s)?|company|\w+ly|\w+ed|\w+ing|once|twice|one|two|three|six|twelve|"
                     r"taken|known|given|kept|made|subject|throughout|latest|require|year|years|month|months|day|days|hours|week|weeks|time|way|basis|part|set|use|used)\b", re.I)


def is_plural(subject):
    head = PREPOSITION.split(subject.strip())[0].strip() or subject.strip()
    last = head.split()[-1].lower() if head.split() else ""
    return " and " in f" {head} " or last in PLURALS or (last.endswith("s") and not last.endswith(("ss", "us", "is")))


def third_person(verb):
    if re.search(r"(s|sh|ch|x|z|o)$", verb):
        return verb + "es"
    return verb[:-1] + "ies" if re.search(r"[^aeiou]y$", verb) else verb + "s"


def done(text):
    """The requirement as a fact: "is tested" for "shall be tested". None of a question that is not so easily answered."""
    text = re.sub(r"\s+", " ", text).strip()
    if text.endswith("?"):
        for question, answer in QUESTIONS:
            if question.search(text):
                return question.sub(answer, text)[:-1] + "."
        return None
    plural = False

    def fact(found):
        nonlocal plural
        subject = CLAUSE.split(text[:found.start()])[-1]
        plural = is_plural(subject) if subject.strip() else plural
        _, negated, auxiliary, verb = found.groups()
        if auxiliary == " be":
            return ("are" if plural else "is") + (negated or "") + (verb or "")
        if auxiliary == " have":
            return (("do not have" if plural else "does not have") if negated else ("have" if plural else "has")) + (verb or "")
        if not verb or verb.strip() in NO_VERBS:
            return found.group(0)
        if negated:
            return ("do not" if plural else "does not") + verb
        return verb.strip() if plural else third_person(verb.strip())
    text = MODAL.sub(fact, text)
    return text if text.endswith(".") else text + "."


def denied(text):
    """The requirement with its first verb denied; None where that is not so easily found, or it is a denial itself."""
    fact = done(text)
    if fact is None or re.search(r"\b(not|no|never|without|nobody)\b", fact):
        return None
    if fact.startswith("We "):
        return "We do not " + fact[3:]
    found = MODAL.search(text)
    if found and not found.group(3) and found.group(4):
        plural = is_plural(text[:found.start()])
        return text[:found.start()] + ("do not" if plural else "does not") + text[found.end(1):].rstrip(".") + "."
    found = BE.search(fact)
    return fact[:found.end()] + " not" + fact[found.end():] if found else None


def reworded(text, dice):
    """The text with some expressions replaced by others that say the same or more."""
    return WORDS.sub(lambda found: dice.choice(SAID[found.group(1)]) if dice.random() < .7 else found.group(0), text)


def around(sentence, dice):
    if dice.random() < .6:
        sentence = reworded(sentence, dice)
    return f"{dice.choice(BEFORE)}{sentence.rstrip('.')}{dice.choice(DETAILS)}.{dice.choice(AFTER)}"


def stated(text, dice):
    """The requirement as evidence in its own words. None: see done()."""
    fact = done(text)
    if fact is None:
        return None
    said = fact if text.strip().endswith("?") else dice.choice((fact, fact, text.strip(), text.strip().replace("shall", "must")))
    return around(said, dice)


def not_stated(text, dice, dev=False):
    """(The requirement's words in a text that does not show it, whether it says that it is not so); None: see done().
    dev: in frames that nothing is fitted on."""
    fact = done(text)
    if fact is None:
        return None
    plain = denied(text)
    if plain and dice.random() < .4:
        return dice.choice(BEFORE) + plain, True
    against = dice.random() < .4
    return dice.choice((DENIALS if against else PLANS)[dev]).format(fact), against


def halves(text):
    """Two demands of a requirement as sentences of their own, each with a verb; together they are all of it. None where they
    are not so easily told apart."""
    fact = done(text)
    if fact is None or text.rstrip().endswith("?"):
        return None
    for found in re.finditer(r"(, and|;|,? and) ", fact):
        first, rest = fact[:found.start()], fact[found.end():].rstrip(".")
        verb, shared = BE.search(first), BE.search(rest)
        if not verb or verb.start() == 0 or len(first[verb.end():].split()) < 2 or len(rest.split()) < 3:
            continue
        subject = rest[:shared.start()].strip() if shared else None
        if subject and not re.search(r",|\b(and|which|that|who|where|when|if|to)\b", subject):
            second = subject[0].upper() + subject[1:] + rest[shared.start() - 1:]
        elif subject == "":
            second = first[:verb.start()] + rest
        elif PARTICIPLE.match(rest):
            second = first[:verb.end()] + " " + rest
        else:
            continue
        return first + ".", second + "."
    return None


def half_stated(text, dice):
    """One of the requirement's two demands as evidence in its own words. None: see halves()."""
    found = halves(text)
    return around(dice.choice(found), dice) if found else None


def things(text):
    """Names of things in a requirement, of up to three words; those with most words first."""
    found = [" ".join(part.split()) for part in OUTSIDE.split(text)]
    found = [part for part in found if len(part) > 4 and len(part.split()) <= 3]
    return sorted(dict.fromkeys(found), key=lambda part: -len(part.split()))


def touching(text, dice, dev=False):
    """Sentences about the things that a requirement names, which tell nothing of it. None where it names none.
    dev: in frames that nothing is fitted on."""
    named = things(text)
    if not named:
        return None
    said = []
    for frame in dice.sample(FACTS[dev], dice.choice((1, 1, 2, 3))):
        thing = dice.choice(named[:3])
        thing = "the " + thing if dice.random() < .4 else thing
        thing = thing if thing[:2].isupper() else thing[0].lower() + thing[1:]
        said.append(frame.format(thing, thing[0].upper() + thing[1:], n=dice.randint(200, 9000), m=dice.randint(20, 400),
                                 p=dice.randint(2, 60)))
    text = " ".join(said)
    return noted(text, dice) if dice.random() < .5 else text


def noted(text, dice, sentences=2):
    """The text with harmless sentences before or behind it."""
    for _ in range(dice.randint(1, sentences)):
        other = dice.choice(HARMLESS)
        text = f"{text} {other}" if dice.random() < .5 else f"{other} {text}"
    return text
