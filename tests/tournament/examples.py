"""One event of every kind a tournament knows."""

from kamchatka.ids import ActionId, ClauseId, PersonId
from kamchatka.tournament import events as happened


def tournament_examples(who: PersonId) -> list[object]:
    """Each about this person, wherever an event is about somebody."""
    pin = happened.Pinned("rtu", "00")
    settings = happened.Settings(name="Prova", format=pin, rulebook=pin, formula=pin)
    table = happened.SeatedTable(number=1, seats=(who,))
    seats = (happened.SeatResult(who, {"points": 62}),)
    return [
        happened.TournamentCreated(settings),
        happened.SettingsChanged(settings, ("fee", "place")),
        happened.JudgeNamed(who, "official-judge"),
        happened.JudgeRemoved(who),
        happened.SessionPlanned("sabato", "14:00", "22:00"),
        happened.JudgeRostered("sabato", who, "14:00", "20:00"),
        happened.ConflictDeclared(who, who),
        happened.EntrantEntered(person=who, number=7),
        happened.EntryCorrected(person=who, club="Aosta"),
        happened.CaptainNamed(who),
        happened.ClubCodeSet("Aosta", "AST"),
        happened.EntrantRemoved(who),
        happened.AcceptanceSigned((who,), "2026-11-21"),
        happened.RulesHandedOut((who,)),
        happened.FeePaid(who, 1000),
        *(happened.OwnFeeSet(who, 750), happened.OwnFeeSet(who, 0)),
        happened.RollCalled(1, (who,)),
        happened.PlayerExpected(who, "21:15"),
        happened.PlayerWithdrawn(who),
        happened.PlayerSubstituted(who, who),
        happened.PlayerDisqualified(who, ClauseId("000-2f")),
        happened.PairParted((who, who)),
        happened.PairJoined((who, who)),
        happened.SeedAnnounced(1, "gru-4471"),
        happened.SeasonPlanned(1, (((who,),),), "gru-4471", 0, 0, 0, 2),
        happened.RoundDrawn(1, "serate", (table,), happened.Receipt("gru-4471", "random"), (who,)),
        happened.TablesPublished(1),
        happened.TablesHidden(1),
        happened.SeatsChanged(1, (table,)),
        happened.VenueChanged(1, 1, "Sala B"),
        happened.SeatsFixed(1, (1,)),
        happened.TablesStarted(1, (1, 2)),
        happened.ResultRecorded(round=1, table=1, seats=seats),
        happened.ResultConfirmed(1, 1, who),
        happened.ResultCorrected(round=1, table=1, seats=seats),
        happened.ResultKept(1, 1),
        happened.GameVoided(1, 1, (who,)),
        *(happened.PlayerWarned(who), happened.SanctionLifted(who, 1)),
        happened.PenaltyGiven(person=who, target="total", points="7"),
        happened.RoundClosed(1),
        happened.StageEnded("serate"),
        happened.LotsDrawn("lot-1", (who,), (1,), "gru-4471"),
        happened.StageCut("finale", (happened.Qualifier(who, 1, "ranks"),)),
        happened.CutKept("finale", (who,)),
        happened.RulesPublished("00", "2026-11-21"),
        happened.StandingsPublished(1, (happened.PublishedRow(who, 1, "150"),)),
        happened.VisibilityChanged(is_shown=False, embedders=("www.example.org",)),
        happened.TournamentClosed(),
        happened.FileAttached("selection", "regole.pdf", "00"),
        happened.ActionUndone(ActionId("a-1")),
    ]
